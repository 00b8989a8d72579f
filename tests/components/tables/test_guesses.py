"""Guesses on everybody's screen: shares that add up, one's own marked, and no stranger's text."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.results import Candidate, MaskPrediction
from components.tables.guesses import (
    CLOUD_WIDTH,
    LETTER,
    MAX_SIZE,
    MIN_PROBABILITY,
    MIN_SIZE,
    OTHER,
    candidate_log_probabilities,
    cloud_finding,
    guess_cloud,
    guess_finding,
    guess_table,
    verdict,
)

MASK = MaskPrediction(
    position=1,
    hidden=None,
    candidates=(Candidate("s", 0.5, True), Candidate("Bank", 0.25, False), Candidate("shore", 0.0004, False)),
    entropy=1.0,
)
GUESSES = st.dictionaries(
    st.sampled_from(["bank", "shore", *(f"rude {number}" for number in range(9))]), st.integers(1, 9)
)


def test_words_the_model_did_not_think_of_are_put_together_for_others() -> None:
    table = guess_table([("shore", 3), ("rude", 2), ("<b>ruder", 2), ("mine", 1)], MASK, visitor_guess="mine")
    assert list(zip(table["word"], table["percent"], strict=True)) == [
        (OTHER, "4 of 8"),
        ("shore", "3 of 8"),
        ("mine", "1 of 8"),
    ]
    assert list(table["rank"]) == [1, 2, 3]


def test_ones_own_guess_is_marked_and_no_other() -> None:
    table = guess_table([("shore", 3), ("bank", 2), ("rude", 1)], MASK, visitor_guess="bank")
    assert list(table["word"][table["was_there"]]) == ["bank"]


def test_ones_own_guess_is_shown_however_rare_it_is() -> None:
    table = guess_table([("bank", 9), ("shore", 8), ("rude", 7), ("mine", 1)], MASK, visitor_guess="mine", count=2)
    assert list(table["word"]) == ["bank", "mine"]
    assert list(table["percent"]) == ["9 of 25", "1 of 25"]


@given(counts=GUESSES, visitor_guess=st.sampled_from(["bank", "rude 1", "never said"]), count=st.integers(1, 12))
def test_shares_are_of_everybody_and_nobodys_text_is_shown_to_others(
    counts: dict[str, int], visitor_guess: str, count: int
) -> None:
    table = guess_table(list(counts.items()), MASK, visitor_guess=visitor_guess, count=count)
    assert len(table) <= count
    assert set(table["word"]) <= {"bank", "shore", OTHER, visitor_guess}
    assert (visitor_guess in set(table["word"])) == (visitor_guess in counts)
    if count == 12:
        assert table["probability"].sum() == pytest.approx(1.0 if counts else 0.0)
    everybody = sum(counts.values())
    for row in table.itertuples():
        assert row.percent == f"{round(row.probability * everybody)} of {everybody}"


def test_the_guesses_are_said_in_words_too() -> None:
    table = guess_table([("shore", 3), ("bank", 1)], MASK, visitor_guess="bank")
    assert guess_finding(table) == "Guesses: shore 3 of 4, bank 1 of 4 (yours)."


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("bank", "You said “bank”: the model’s number 2 (25.0%)."),
        ("shore", "You said “shore”: the model’s number 3 (0.040%)."),
        ("s", "You said “s”: not among the model’s top 3 words."),
        ("<b>x</b>", "You said “<b>x</b>”: not among the model’s top 3 words."),
    ],
)
def test_the_verdict_is_the_place_of_the_guess_among_whole_words(guess: str, says: str) -> None:
    assert verdict(guess, MASK) == says


def test_words_of_ones_own_class_are_shown() -> None:
    table = guess_table([("pier", 3), ("rude", 2), ("bank", 1)], MASK, visitor_guess="", showable={"pier"})
    assert list(table["word"]) == ["pier", OTHER, "bank"]
    assert not table["was_there"].any()


def test_a_cloud_has_guesses_and_the_models_own_words_at_the_models_probability() -> None:
    counts = [("pier", 4), ("rude", 2), ("bank", 1), ("s", 1)]
    table = guess_cloud(counts, {"pier": math.log(0.001), "bank": math.log(0.25)}, MASK)
    rows = {row.word: row for row in table.itertuples()}
    assert {word: row.said for word, row in rows.items()} == {"pier": 4, "bank": 1, "shore": 0}
    assert {word: row.probability for word, row in rows.items()} == pytest.approx(
        {"pier": 0.001, "bank": 0.25, "shore": 0.0004}
    )
    assert rows["pier"].size == MAX_SIZE > rows["bank"].size > rows["shore"].size == MIN_SIZE
    finding = cloud_finding(table, counts, MASK)
    for part in ("4 of 8", "“pier”", "0.1%", "“Bank” (25.0%)", "1 of you"):
        assert part in finding
    assert cloud_finding(table, [("pier", 8)], MASK).endswith("which nobody guessed.")


def test_what_can_hardly_be_is_put_at_the_edge_and_said_as_it_is() -> None:
    table = guess_cloud([("xyzzy", 1)], {"xyzzy": -900.0}, MASK)
    (row,) = (row for row in table.itertuples() if row.word == "xyzzy")
    assert row.probability == MIN_PROBABILITY
    assert row.chance != "0%"


def test_a_blank_that_goes_on_with_a_word_has_no_first_word() -> None:
    goes_on = MaskPrediction(position=1, hidden=None, candidates=(Candidate("s", 0.5, True),), entropy=1.0)
    counts = [("ness", 2)]
    table = guess_cloud(counts, {"ness": math.log(0.25)}, goes_on)
    assert cloud_finding(table, counts, goes_on) == "2 of 2 guessed “ness”. The model gives it 25.0%."


def test_it_is_said_where_both_agree() -> None:
    counts = [("bank", 3), ("shore", 1)]
    finding = cloud_finding(guess_cloud(counts, candidate_log_probabilities(MASK), MASK), counts, MASK)
    assert all(part in finding for part in ("agree on “Bank”", "3 of 4", "25.0%"))


@given(chances=st.dictionaries(st.text("abc", min_size=1, max_size=12), st.floats(-30, 0), min_size=1, max_size=24))
def test_no_word_of_a_cloud_covers_another(chances: dict[str, float]) -> None:
    table = guess_cloud([(word, 1 + len(word)) for word in chances], chances, MASK)
    span = max(math.log(table["probability"].max() / table["probability"].min()), 1.0)
    for _, row in table.groupby("row"):
        ends = sorted(
            (math.log(p) / span * CLOUD_WIDTH, LETTER * size * len(word))
            for p, size, word in zip(row["probability"], row["size"], row["word"], strict=True)
        )
        for (left, width), (right, other) in itertools.pairwise(ends):
            assert right - left >= (width + other) / 2 - 1e-6
    assert set(table["row"]) == set(range(table["row"].max() + 1))


@given(counts=GUESSES)
def test_nobodys_text_is_in_a_cloud_but_what_may_be_shown(counts: dict[str, int]) -> None:
    table = guess_cloud(list(counts.items()), candidate_log_probabilities(MASK), MASK)
    assert set(table["word"]) == {"bank", "shore"}
