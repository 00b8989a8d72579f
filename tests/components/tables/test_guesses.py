"""Guesses on everybody's screen: shares that add up, one's own marked, and no stranger's text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.results import Candidate, MaskPrediction
from components.tables.guesses import OTHER, guess_finding, guess_table, verdict

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
    table = guess_table([("shore", 3), ("rude", 2), ("<b>ruder", 2), ("mine", 1)], MASK, own="mine")
    assert list(zip(table["word"], table["percent"], strict=True)) == [
        (OTHER, "4 of 8"),
        ("shore", "3 of 8"),
        ("mine", "1 of 8"),
    ]
    assert list(table["rank"]) == [1, 2, 3]


def test_ones_own_guess_is_marked_and_no_other() -> None:
    table = guess_table([("shore", 3), ("bank", 2), ("rude", 1)], MASK, own="bank")
    assert list(table["word"][table["was_there"]]) == ["bank"]


def test_ones_own_guess_is_shown_however_rare_it_is() -> None:
    table = guess_table([("bank", 9), ("shore", 8), ("rude", 7), ("mine", 1)], MASK, own="mine", count=2)
    assert list(table["word"]) == ["bank", "mine"]
    assert list(table["percent"]) == ["9 of 25", "1 of 25"]


@given(counts=GUESSES, own=st.sampled_from(["bank", "rude 1", "never said"]), count=st.integers(1, 12))
def test_shares_are_of_everybody_and_nobodys_text_is_shown_to_others(
    counts: dict[str, int], own: str, count: int
) -> None:
    table = guess_table(list(counts.items()), MASK, own=own, count=count)
    assert len(table) <= count
    assert set(table["word"]) <= {"bank", "shore", OTHER, own}
    assert (own in set(table["word"])) == (own in counts)
    if count == 12:
        assert table["probability"].sum() == pytest.approx(1.0 if counts else 0.0)
    everybody = sum(counts.values())
    for row in table.itertuples():
        assert row.percent == f"{round(row.probability * everybody)} of {everybody}"


def test_the_guesses_are_said_in_words_too() -> None:
    table = guess_table([("shore", 3), ("bank", 1)], MASK, own="bank")
    assert guess_finding(table) == "Guesses: shore 3 of 4, bank 1 of 4 (yours)."


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("bank", "You said “bank”: the model’s number 2, at 25.0 %."),
        ("shore", "You said “shore”: the model’s number 3, at < 0.1 %."),
        ("s", "You said “s”: not among the model’s first 3 words."),
        ("<b>x</b>", "You said “<b>x</b>”: not among the model’s first 3 words."),
    ],
)
def test_the_verdict_is_the_place_of_the_guess_among_whole_words(guess: str, says: str) -> None:
    assert verdict(guess, MASK) == says
