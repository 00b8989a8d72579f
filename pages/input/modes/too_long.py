"""Truncation: what each way of cutting a long text keeps, and what the blank says then."""

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import truncation_bars
from components.input.model.presets import CLUE_WORD, LONG_OPENER
from components.input.tables.answers import truncation_table
from components.input.tables.findings import truncation_finding
from components.model.tokens.typed_masks import MASK_TEXT
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, note, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentences import split_headline
from pages.parts.settings import number, text

LIMIT, OVERLAP, CLUE = "limit", "overlap", "telling"
LIMIT_MINIMUM, DEFAULT = 16, 64


def show(context: SentenceContext) -> Findings:
    """Cut the text in every common way."""
    position_limit = cache.input.positions(context.model.id)
    limit = number(
        "Tokens read",
        LIMIT,
        low=LIMIT_MINIMUM,
        high=position_limit,
        default=min(DEFAULT, position_limit),
        step=8,
    )
    with rare_settings():
        overlap = number("Overlap of windows (tokens)", OVERLAP, low=0, high=limit - 8, default=limit // 2, step=4)
        clue = text("Clue word in the text", CLUE, CLUE_WORD if context.sentence == LONG_OPENER else "", repeats=False)
    truncated = cache.input.truncate_text(context.model.id, context.sentence, limit, overlap, clue)
    finding = truncation_finding(truncated)
    headline(finding)
    if truncated.blank is not None:
        _draw_ends(context.sentence, clue)
        try_this("Let it read more tokens.")
    table = truncation_table(truncated)
    chart = truncation_bars(
        table, count=truncated.count, blank=truncated.blank, clue_positions=truncated.clue_positions
    )
    draw_chart(chart, key="cut-text", alt=finding)
    note(
        f"{context.model.name} reads at most {position_limit} tokens: shape (1, {position_limit}). Longer texts "
        "are refused in all other rooms."
    )
    inputs = {
        "sentence": context.sentence,
        "limit": limit,
        "overlap": overlap,
        "answer": truncated.answer_id,
    }
    return Findings("too_long", [ChartFigure("cuts", chart, table)], truncated.conditions, inputs)


def _draw_ends(text: str, clue: str) -> None:
    """Draw the sentence with the clue and the one with the blank, which stand far apart in the text."""
    sentences = []
    while text:
        sentence, text = split_headline(text)
        sentences.append(sentence)
    shown = []
    for word in filter(None, (clue, MASK_TEXT)):
        sentence = next((each for each in sentences if word.casefold() in each.casefold()), "")
        shown.append(escape_markdown(sentence).replace(escape_markdown(word), f"**{escape_markdown(word)}**", 1))
    st.markdown(" … ".join(filter(None, shown)))
