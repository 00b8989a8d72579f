"""One token's vector on its way through the layers."""

from collections.abc import Sequence

import streamlit as st

import cache.inside
from components.charts.files import ChartFigure
from components.inside.charts.way import nearest_bars, written_bars
from components.inside.model.results import StreamStop
from components.inside.tables.way import way_finding, way_table
from pages.inside.selection import choose_token
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import shows_one_picture
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings:
    """Draw every stop of the chosen token's vector."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    token, word = choose_token(context, traced)
    stops = cache.inside.word_way(*question, token)
    finding = way_finding(stops, word)
    headline(finding)
    note(
        "The logit lens reads the vector with the vocabulary head, which was trained on the last layer only. "
        "So its top guess is rough."
    )
    if shows_one_picture() and traced.facts.has_head:
        with st.columns([2, 1])[0]:  # a figure stands near its bar
            figures = [_draw_guesses(stops, finding)]
    else:
        left, right = st.columns(2)
        with left:
            figures = [_draw_guesses(stops, finding)] if traced.facts.has_head else []
        with right:
            figures.append(_draw_lengths(stops, finding))
    return Findings("way", figures, traced.conditions, {"input_ids": list(traced.ids), "token": token})


def _draw_guesses(stops: Sequence[StreamStop], finding: str) -> ChartFigure:
    st.markdown("**Top guess after each part** (logit lens)")
    table = way_table(stops)
    chart = nearest_bars(table, keeps_beside=shows_one_picture())
    st.altair_chart(chart, key="way-nearest", alt=finding)
    return ChartFigure("nearest-tokens", chart, table)


def _draw_lengths(stops: Sequence[StreamStop], finding: str) -> ChartFigure:
    st.markdown("**Length of what each part adds**, and of the vector after it")
    table = way_table(stops)
    chart = written_bars(table)
    st.altair_chart(chart, key="way-written", alt=finding)
    return ChartFigure("written", chart, table)
