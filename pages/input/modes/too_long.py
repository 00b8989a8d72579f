"""Truncation: what each way of cutting a long text keeps, and what the blank says then."""

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import truncation_bars
from components.input.model.presets import CLUE_WORD, LONG_OPENER
from components.input.tables.answers import truncation_table
from components.input.tables.findings import truncation_finding
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import number, text

LIMIT, OVERLAP, CLUE = "limit", "overlap", "telling"
LIMIT_MINIMUM, DEFAULT = 16, 64


def show(context: SentenceContext) -> Findings:
    """Cut the text in every common way."""
    position_limit = cache.input.positions(context.model.id)
    limit = number(
        "Longest excerpt (tokens)",
        LIMIT,
        low=LIMIT_MINIMUM,
        high=position_limit,
        default=min(DEFAULT, position_limit),
        step=8,
    )
    overlap = number("Overlap of windows (tokens)", OVERLAP, low=0, high=limit - 8, default=limit // 2, step=4)
    clue = text("Clue word in the text", CLUE, CLUE_WORD if context.sentence == LONG_OPENER else "")
    truncated = cache.input.truncate_text(context.model.id, context.sentence, limit, overlap, clue)
    finding = truncation_finding(truncated)
    headline(finding)
    if truncated.blank is not None:
        word = escape_markdown(truncated.answer)
        st.markdown(
            f"**Tokens of each excerpt** (grey: without the blank), and the probability of “{word}” there; "
            "in brackets, a likelier word"
        )
    table = truncation_table(truncated)
    chart = truncation_bars(
        table, count=truncated.count, blank=truncated.blank, clue_positions=truncated.clue_positions
    )
    st.altair_chart(chart, key="cut-text", alt=finding)
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
