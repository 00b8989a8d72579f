"""What is said of two models at one blank is true to the numbers."""

import math

import pytest

from components.distillation.model.pair_results import ModelPair
from components.distillation.tables.pairs import leading_words, model_finding, overlap, overlap_note
from components.model.blanks.results import PairWord
from components.model.results import Candidate, Conditions, MaskPrediction
from components.tables.pairs import MISSING, pair_table

BY = Conditions("m", "r", "cpu", "float32", "v")


def pair_of(*words: tuple[str, float, float], masses: tuple[float, float] = (1.0, 1.0), jsd: float = 0.0) -> ModelPair:
    """Two models with the probabilities of some tokens; 0 for a token that is not in the vocabulary."""
    logs = [
        PairWord(word, False, *(math.log(share) if share else -math.inf for share in shares)) for word, *shares in words
    ]
    mask = MaskPrediction(0, None, (Candidate("any", 0.1, continues=False),), 1.0)
    return ModelPair(mask, mask, tuple(logs), 3, *masses, jsd, (BY, BY))


def test_overlap_counts_tokens_in_both_lists() -> None:
    pair = pair_of(("a", 0.5, 0.3), ("b", 0.2, 0.1), ("c", 0.1, 0.4))
    assert overlap(pair, count=2) == 1
    assert overlap(pair, count=3) == 3
    missing = pair_of(("a", 0.5, 0.3), ("b", 0.2, 0), ("c", 0, 0.1))
    assert overlap(missing, count=3) == 1  # not among the other's, however few those are


def test_two_models_are_told_by_their_first_words_and_how_sure_each_is() -> None:
    alike = pair_of(("bank", 0.794, 0.4), ("river", 0.1, 0.3))
    assert model_finding(alike, ("a", "b")) == "Both models’ top guess is “bank”: teacher 79.4%, student 40.0%."
    apart = pair_of(("bank", 0.794, 0.1), ("money", 0.02, 0.125))
    assert model_finding(apart, ("a", "b")) == "a’s top guess is “bank” (79.4%), b’s is “money” (12.5%)."


def test_the_share_outside_both_vocabularies_is_named_only_if_there_is_one() -> None:
    word = ("bank", 0.5, 0.5)
    assert "100.0%" not in overlap_note(pair_of(word, masses=(1.0, 0.9999)), ("a", "b"), count=1)
    outside = overlap_note(pair_of(word, masses=(1.0, 0.031)), ("a", "b"), count=1)
    assert "100.0% of a" in outside
    assert "3.1% of b" in outside


@pytest.mark.parametrize(
    ("bits", "text"), [(0.0, "0.000"), (0.0004, "less than 0.001"), (0.0018, "0.002"), (1, "1.000")]
)
def test_rounding_never_makes_two_models_identical(bits: float, text: str) -> None:
    assert f"are {text} bits apart" in overlap_note(
        pair_of(("bank", 0.5, 0.5), jsd=bits * math.log(2)), ("a", "b"), count=1
    )


def test_the_chart_has_every_token_of_the_lists_that_are_compared() -> None:
    pair = pair_of((".", 0.9, 0.05), ("bank", 0.05, 0), ("shore", 0.01, 0.02), ("!", 0.03, 0.8))
    shown = leading_words(pair_table(pair.words), count=2)
    assert shown["word"].tolist() == [".", "!", "bank"]
    assert shown["row"].tolist() == [1, 2, 3]
    assert shown["second_chance"].tolist()[:2] == ["5.0%", "80.0%"]
    assert shown["second_chance"].tolist()[2] == MISSING
