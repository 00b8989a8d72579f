"""The effects of words are shown as large as their figures say, and a classifier's labels are named."""

import pytest

from components.teaching.model.explanations import Classification, WordEffect
from components.teaching.tables.explanations import (
    SHOWN_WORDS,
    answer_finding,
    effect_table,
    effects_finding,
    other_labels_note,
)


def classification(*effects: float) -> Classification:
    words = tuple(WordEffect(f"w{number}", effect) for number, effect in enumerate(effects))
    return Classification("text", (0.4, 0.6), words, 5, is_truncated=False)


def test_an_effect_that_is_shown_as_zero_has_no_bar_and_no_sign() -> None:
    table = effect_table(classification(0.5, -0.004, 0.003, -0.25))
    assert list(table["figure"]) == ["+0.50", "0.00", "0.00", "−0.25"]
    assert list(table["bar"]) == [0.5, 0.0, 0.0, -0.25]
    assert list(table["effect"]) == [0.5, -0.004, 0.003, -0.25]


@pytest.mark.parametrize(
    ("effects", "start"),
    [
        ((-0.004, 0.003), "No word counts: whichever is masked, the score changes by less than 0.01."),
        ((0.004, -0.5), "“w1” counts most against this label: without it the score rises by 0.50."),
        ((0.5,), "“w0” counts for this label: without it the score falls by 0.50."),
        ((0.5, -0.004), "“w0” counts most for this label: without it the score falls by 0.50."),
    ],
)
def test_the_finding_names_a_word_only_if_one_counts(effects: tuple[float, ...], start: str) -> None:
    assert effects_finding(effect_table(classification(*effects))) == start


def test_equal_words_are_told_apart_by_their_place() -> None:
    words = (WordEffect("bank", 0.1), WordEffect("by", 0.3), WordEffect("bank", -0.5))
    table = effect_table(Classification("text", (0.4, 0.6), words, 5, is_truncated=False))
    assert list(table["word"]) == ["bank (word 1)", "by", "bank (word 3)"]
    assert "“bank” (word 3) counts" in effects_finding(table)


def test_equal_words_are_told_apart_where_only_one_of_them_is_shown() -> None:
    words = (*(WordEffect(f"w{number}", 1.0) for number in range(SHOWN_WORDS - 1)), *[WordEffect("bank", 0.5)] * 2)
    table = effect_table(Classification("text", (0.4, 0.6), words, 5, is_truncated=False))
    assert list(table["place"]) == [""] * (SHOWN_WORDS - 1) + [f"word {SHOWN_WORDS}"]


def test_labels_of_another_kind_are_named() -> None:
    assert other_labels_note(("negative", "positive")) == other_labels_note(("positive", "negative")) == ""
    assert "“food” and “travel”" in other_labels_note(("food", "travel"))


@pytest.mark.parametrize(
    ("effects", "named"),
    [((0.1, 2.0, -0.1), "word 1"), ((1.0, 0.9, 0.9), ""), ((-3.0, 1.0, 0.1), ""), ((0.001, 0.0, 0.0), ""), ((), "")],
)
def test_the_answer_names_a_word_that_outweighs_all_others(effects: tuple[float, ...], named: str) -> None:
    words = tuple(WordEffect(f"word {place}", effect) for place, effect in enumerate(effects))
    answer = answer_finding(Classification("text", (0.4, 0.6), words, 5, is_truncated=False), ("no", "yes"))
    assert ("because" in answer) is bool(named)
    assert named in answer
    assert "“yes” (60.0%)" in answer
