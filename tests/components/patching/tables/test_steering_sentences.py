"""One direction on many sentences: counts, intervals and the sentence about them, with the opposite numbers."""

import math

import pytest

from components.model.results import Conditions
from components.patching.model.steering_results import STRENGTHS, SteeredSentence, SteeredSentences
from components.patching.tables.steering_sentences import (
    steered_sentences_finding,
    steered_sentences_table,
    turned_table,
)

BIT = math.log(2)


def by_hand(*starts: float, slope: float = 1.0, left_out: int = 0) -> SteeredSentences:
    """Sentences whose log-odds start at so many bits and rise by ``slope`` bits with the strength."""
    return SteeredSentences(
        tuple(
            SteeredSentence(f"Sentence {n}.", ("a", "b"), tuple((start + slope * s) * BIT for s in STRENGTHS))
            for n, start in enumerate(starts)
        ),
        left_out,
        Conditions("m", "r", "CPU", "float32", "v"),
    )


def test_a_sentence_has_turned_when_the_other_word_is_likelier() -> None:
    table = turned_table(by_hand(-1.0, -3.0)).set_index("strength")
    assert table["turned"].to_dict() == {s: sum(start + s > 0 for start in (-1.0, -3.0)) for s in STRENGTHS}
    assert table["share"][2.0] == pytest.approx(0.5)
    assert table["low"][2.0] < 0.5 < table["high"][2.0]
    assert (table["low"][0.0], table["high"][4.0]) == (0.0, 1.0)


def test_the_finding_counts_sentences_with_and_without_steering() -> None:
    finding = steered_sentences_finding(by_hand(-1.0, -1.5, -9.0), 2.0)
    assert "in 2 of 3 sentences" in finding
    assert "Without steering: 0." in finding
    assert "move by +2.0 bits" in finding
    assert "left out" not in finding


def test_a_direction_that_works_backwards_and_words_that_do_not_fit_are_said() -> None:
    finding = steered_sentences_finding(by_hand(1.0, slope=-1.0, left_out=1), 2.0)
    assert "in 0 of 1 sentence " in finding
    assert "Without steering: 1." in finding
    assert "move by −2.0 bits" in finding
    assert "1 was left out." in finding
    assert "2 were left out." in steered_sentences_finding(by_hand(1.0, left_out=2), 2.0)


def test_without_sentences_it_says_what_to_do() -> None:
    assert "another model" in steered_sentences_finding(by_hand(left_out=8), 2.0)


def test_the_list_is_in_bits() -> None:
    table = steered_sentences_table(by_hand(-1.0), -2.0)
    assert table.iloc[0].tolist() == ["Sentence 0.", "a / b", -1.0, -3.0]
