"""Truncation: what each way of cutting a long text keeps, and what the blank says then."""

import streamlit as st

import cache.input
from components.charts.files import ChartFigure
from components.input.charts.pictures import cut_bars
from components.input.model.presets import LONG_OPENER, TELLING_WORD
from components.input.tables.answers import cut_table
from components.input.tables.findings import long_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import INPUT
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import number, text
from pages.parts.snippets import snippet

LIMIT, OVERLAP, TELLING = "limit", "overlap", "telling"
LEAST, USUAL = 16, 64


def show(at: SentenceContext) -> Findings:
    """Cut the text in every common way."""
    most = cache.input.positions(at.model.id)
    limit = number("Limit (tokens at once)", LIMIT, low=LEAST, high=most, default=min(USUAL, most), step=8)
    overlap = number("Overlap of windows (tokens)", OVERLAP, low=0, high=limit - 8, default=limit // 2, step=4)
    telling = text("Clue word in the text", TELLING, TELLING_WORD if at.sentence == LONG_OPENER else "")
    found = cache.input.cut_text(at.model.id, at.sentence, limit, overlap, telling)
    finding = long_finding(found)
    headline(finding)
    if found.blank is not None:
        word = escape_markdown(found.followed)
        st.markdown(f"**What each cut keeps, and the probability of “{word}” then;** in brackets, another first choice")
    table = cut_table(found)
    chart = cut_bars(table, count=found.count, blank=found.blank, telling=found.telling)
    st.altair_chart(chart, key="cut-text", alt=finding)
    note(
        f"{at.model.name} reads at most {most} tokens: shape (1, {most}). Longer texts are refused in all other rooms."
    )
    code = snippet(
        INPUT, "too_long", at.model, sentence=at.sentence, limit=limit, overlap=overlap, answer=found.followed_id
    )
    return Findings(
        "long",
        [ChartFigure("cuts", chart, table)],
        found.conditions,
        code,
        about=room_prose(INPUT, "too_long"),
        computed=(at.computed,),
    )
