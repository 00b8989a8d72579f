"""The answers at a stop of a tour: the possible ones, how many have come, and the class's own."""

import math
from collections.abc import Sequence
from html import escape
from itertools import zip_longest

import streamlit as st

from components.classroom.entries import ClassResult
from components.classroom.outcome import RIGHT_MARK, answer_table, place_table
from components.tables.numbers import percentage
from components.tables.phrases import count_phrase
from components.tours.questions import AnswerKind, StopQuestion


def draw_options(options: Sequence[str], *, letters: str = "") -> None:
    """Draw the possible answers as large tiles, with the letters that phones show."""
    tiles = "".join(
        f"<li>{letter and f'<b>{letter}</b>'}<span>{escape(option)}</span></li>"
        for letter, option in zip_longest(letters[: len(options)], options, fillvalue="")
    )
    st.html(f'<ol class="answer-tiles">{tiles}</ol>')


def draw_answered(answered: int, phones: int) -> None:
    """Draw how many phones have answered, but not what: nobody should copy the majority in a second vote."""
    share = percentage(min(answered / phones, 1.0) if phones else 0.0, 1)
    count, verb = f"{answered:,} of {count_phrase(phones, 'phone')}", "has" if phones == 1 else "have"
    st.html(f'<p class="answered" style="--share: {share}"><b>{count}</b> {verb} answered</p>')


def draw_result(finding: str, result: ClassResult, question: StopQuestion, before: ClassResult | None = None) -> None:
    """Draw what a class answered in two lines, so that the picture below keeps its place.

    Args:
        finding: What it answered, in words.
        result: The outcome of the last vote.
        question: The question.
        before: The outcome of the first of two votes; None if there was one.
    """
    st.text(finding)
    if not result.answered:
        return
    answers = {result.right, *dict(result.counts), *dict(() if before is None else before.counts)}
    if answers <= set(question.options) and question.kind is AnswerKind.PLACE:
        draw_places(result, question.options, before)
        return
    # Places of another sentence are not on the page: they are listed like words. Of sentences, outcomes are counted.
    draw_bars(result, question.options if question.kind is AnswerKind.CHOICE else (), before)


def draw_bars(result: ClassResult, options: Sequence[str] = (), before: ClassResult | None = None) -> None:
    """Draw a bar for each answer; see :func:`~components.classroom.outcome.answer_table`.

    A frame moves from what most of the class guessed to the right answer.
    """
    table = answer_table(result, options, before)
    bars = "".join(
        f'<span style="--share: {percentage(share, 1)}; --first: {_percent_or_nothing(first)}">'
        f"<b>{escape(answer)}</b> {escape(figure)}</span>"
        for answer, share, first, figure in table.itertuples(index=False)
    )
    frame = _frame(list(table["answer"]), list(table["share"]))
    st.html(f'<div class="votes" style="--count: {len(table)}">{bars}{frame}</div>')


def _frame(answers: Sequence[str], shares: Sequence[float]) -> str:
    """Round the right answer, coming from the most frequent one; "" where the right answer is not drawn."""
    right = next((place for place, answer in enumerate(answers) if answer.startswith(RIGHT_MARK)), None)
    return "" if right is None else f'<i style="--from: {shares.index(max(shares))}; --to: {right}"></i>'


def draw_places(result: ClassResult, places: Sequence[str], before: ClassResult | None = None) -> None:
    """Draw the tokens of the sentence, with a pin where somebody pointed, and a mark at the right one."""
    first = {} if before is None else dict(before.counts)
    tiles = "".join(
        f'<li class="{"right" if right else ""}">'
        f"<i>{f'{first[place]} → {count}' if place in first else count or ''}</i><b>{escape(place)}</b>"
        f"<small>{'✓ model' if right else ''}</small></li>"
        for place, count, right in place_table(result, places).itertuples(index=False)
    )
    st.html(f'<ol class="places">{tiles}</ol>')


def _percent_or_nothing(share: float) -> str:
    """The length of the bar of the first vote; nothing if there was none."""
    return "0%" if math.isnan(share) else percentage(share, 1)
