"""Padding after a visitor's own sentence, with the attention mask and without it."""

import streamlit as st

import cache.mistakes
from components.charts.files import ChartFigure
from components.mistakes.charts.padding import padding_curves
from components.mistakes.tables.padding import add_point, padding_finding, padding_table
from components.tables.numbers import fixed
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import number

PADS = "pads"
TRY = "Add more [PAD] tokens and watch the line without the mask."
COUNTS = (0, 8, 16, 32, 64, 128, 500)
DEFAULT_PADS, STEP = 32, 4


def show(blanks: BlankContext) -> Findings:
    """Predict a masked word while [PAD] tokens are added after its sentence."""
    with rare_settings():
        blank = choose_blank(blanks, key="padding")
        answer = choose_answer(blanks, blank, key="padding")
    room = cache.mistakes.pad_limit(blanks.model.id, blanks.sentence)
    limit = min(room - room % STEP, COUNTS[-1])
    pads = number("[PAD] tokens added", PADS, low=0, high=limit, default=min(DEFAULT_PADS, limit), step=STEP)
    question = (blanks.model.id, blanks.sentence, blanks.masked, blank, answer.id)
    curve = cache.mistakes.padding_curve(*question, (*(count for count in COUNTS if count < limit), limit))
    point = next((each for each in curve.points if each.pads == pads), None)
    if point is None:
        (point,) = cache.mistakes.padding_curve(*question, (pads,)).points  # all that a moved slider asks
    curve = add_point(curve, point)
    finding = padding_finding(curve, point)
    headline(finding)
    table = padding_table(curve)
    chart = padding_curves(table, marked_count=pads, answer=curve.answer.text)
    st.markdown(f"**Probability of “{escape_markdown(curve.answer.text)}”, with more and more padding**")
    st.altair_chart(chart, key="padding-curves", alt=finding)
    with_mask, without = point.cls_cosines
    length = curve.length + pads
    note(
        f"Shapes: input_ids and attention_mask (1, {length}), with {curve.length} ones and {pads} zeros in the mask. "
        f"Cosine similarity of [CLS] before and after padding: {fixed(with_mask, 3)} with the mask, "
        f"{fixed(without, 3)} without it."
    )
    try_this(TRY)
    inputs = {
        "sentence": blanks.sentence,
        "masked": list(blanks.masked),
        "blank": blank,
        "answer": answer.id,
        "pads": pads,
    }
    return Findings("padding", [ChartFigure("padding", chart, table)], curve.conditions, inputs)
