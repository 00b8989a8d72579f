"""How good heads are: the note for each pooling, and sentences that follow from their figures."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cache.tasks
from components.model.heads.specs import REVIEWS, SPAN, SPECS, TextPooling
from components.tables.numbers import percent_number, percentage, short_percentage
from components.tasks.tables.quality import (
    PUBLISHED,
    answerable_note,
    chance_note,
    chance_text,
    measure_text,
    quality_finding,
    quality_note,
    quality_table,
    training_note,
)
from components.tasks.tables.spans import NO_ANSWER, answer_table, span_finding, threshold_note
from tests.components.tasks.tables.test_tables import span_reading


def _figure(what: str, interval: list[float], *, head: str = "span", chance: float | None = 0.5) -> dict[str, Any]:
    return {"head": head, "what": what, "asked": 56, "interval": interval, "chance": chance}


@pytest.mark.parametrize("head", ["opinion", "subject"])
@pytest.mark.parametrize("pooling", list(TextPooling))
def test_a_note_is_of_the_vector_that_is_read(head: str, pooling: TextPooling) -> None:
    figures = cache.tasks.figures()
    (first, *_) = (
        figure
        for figure in figures["figures"]
        if figure["head"] == head and f"({pooling.value})" in figure["what"] and "written" in figure["what"]
    )
    note = quality_note(figures, head, pooling)
    low, share, high = (percent_number(bound) for bound in first["interval"])
    assert f"{share}% ({low}–{high})" in note


def test_the_note_changes_with_the_vector() -> None:
    notes = {quality_note(cache.tasks.figures(), "subject", pooling) for pooling in TextPooling}
    assert len(notes) == len(TextPooling)


@pytest.mark.parametrize("head", list(SPECS))
def test_every_head_that_ships_is_told_with_its_first_figure(head: str) -> None:
    figures = cache.tasks.figures()
    subject = quality_table(figures, head)["name"][0].partition(" (")[0]
    shares = [
        figure["interval"][1]
        for figure in figures["figures"]
        if figure["head"] == head and figure["what"].partition(" (")[0] == subject
    ]
    for share in (min(shares), max(shares)) if len(shares) == len(TextPooling) else shares[:1]:
        assert percentage(share) in quality_finding(figures, head)


@pytest.mark.parametrize("head", [*SPECS, REVIEWS])
def test_every_head_that_ships_is_clearly_better_than_guessing(head: str) -> None:
    """On its first test, with each of its poolings; the page has the share of guessing beside it."""
    figures = cache.tasks.figures()
    finding, table = quality_finding(figures, head), quality_table(figures, head)
    first = table["name"][0].partition(" (")[0]
    judged = [
        figure
        for figure in figures["figures"]
        if figure["head"] == head and measure_text(figure["what"]).partition(" (")[0] == first
    ]
    assert judged
    for figure in judged:
        assert figure["interval"][0] > figure["chance"]
        assert chance_text(figure["chance"]) in finding
    assert head in PUBLISHED


def test_what_is_no_better_than_guessing_is_said() -> None:
    above, within = _figure("a", [0.6, 0.7, 0.8]), _figure("a", [0.4, 0.7, 0.8])
    notes = [chance_note([above]), chance_note([within]), chance_note([above, within])]
    assert len(set(notes)) == 3
    assert all("50%" in note for note in notes)
    assert chance_note([_figure("a", [0.1, 0.2, 0.3], chance=None)]) == ""


def test_the_number_of_passages_that_a_question_was_tested_on_is_said_beside_the_share_of_guessing() -> None:
    (figure,) = (each for each in cache.tasks.figures()["figures"] if each["what"] == "right passage first, by pairs")
    assert f"one of {round(1 / figure['chance'])} passages" in quality_finding(cache.tasks.figures(), "answers")
    assert "one of 4 passages" in chance_note([{**figure, "chance": 0.25}])
    assert "passages" not in chance_note([_figure("a", [0.6, 0.7, 0.8])])


def test_skill_at_telling_unanswerable_questions_is_told_by_its_interval() -> None:
    def note(low: float, high: float) -> str:
        area = _figure("is there an answer? (AUC)", [low, (low + high) / 2, high])
        return answerable_note({"figures": [_figure("is there an answer?", [0.6, 0.7, 0.8]), area]}, "span")

    assert "not shown" not in note(0.7, 0.9)
    assert "not shown" in note(0.4, 0.7)
    assert "gives 50%. " in note(0.7, 0.9)
    even = [_figure("is there an answer?", [0.4, 0.5, 0.6]), _figure("is there an answer? (AUC)", [0.4, 0.5, 0.6])]
    assert "gives 50% too" in answerable_note({"figures": even}, "span")
    assert answerable_note({"figures": []}, "span") == ""


def test_frozen_says_whether_it_was_trained_for_as_long() -> None:
    runs = {"run": {"steps": 5500}, "frozen_run": {"steps": 3000}}
    assert "3,000" in training_note(runs, SPAN)
    assert "5,500" in training_note(runs, SPAN)
    assert "5,500" not in training_note({**runs, "frozen_run": {"steps": 5500}}, SPAN)


def test_few_are_counted() -> None:
    figures = [{**_figure("of them", [0.5, 5 / 6, 1.0]), "asked": 6}]
    assert list(quality_table({"figures": figures, "frozen": figures}, "span")["figure"]) == ["5 of 6"] * 2


def test_the_note_about_the_threshold_has_the_numbers_of_the_bars() -> None:
    reading = span_reading()  # the answer scores 7 above “no answer”
    assert threshold_note(reading, 0.0) == ""
    alone = answer_table(reading).set_index("text")["figure"]
    for threshold in (-14.0, 7.5):
        assert all(alone[text] in span_finding(reading, threshold) for text in (NO_ANSWER, "w2 w3"))
    assert "e^7.5 (about 1,800)" in threshold_note(reading, 7.5)
    assert "e¹⁴ (about 1.2 million)" in threshold_note(reading, -14.0)
    every = [
        begin + end
        for first, begin in enumerate(reading.window.start_scores)
        for end in reading.window.end_scores[first : first + reading.max_answer_length]
    ]
    share = np.exp(4.0) / (np.exp(4.0) + np.exp(every).sum())
    assert alone[NO_ANSWER] == short_percentage(share)


@pytest.mark.parametrize(
    ("no_answer", "threshold", "overruled"),
    [(4.0, 6.5, False), (4.0, 7.5, True), (4.0, -14.0, False), (15.0, -5.0, True), (15.0, -3.5, False)],
)
def test_the_threshold_overrules_the_head_only_where_it_changes_the_decision(
    no_answer: float, threshold: float, overruled: bool
) -> None:
    reading = span_reading()
    reading = replace(reading, windows=(replace(reading.window, no_answer=no_answer),))
    assert ("overrules" in threshold_note(reading, threshold)) is overruled
    by_itself = answer_table(reading)["text"].iloc[0] == NO_ANSWER
    assert by_itself is (span_finding(reading, 0.0).startswith("No answer"))
    assert (span_finding(reading, threshold).startswith("No answer") != by_itself) is overruled
