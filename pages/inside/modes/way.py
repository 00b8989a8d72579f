"""One token's vector on its way through the layers."""

import streamlit as st

import cache.inside
from components.charts.files import ChartFigure
from components.inside.charts.way import nearest_bars, written_bars
from components.inside.tables.way import way_finding, way_table
from pages.inside.selection import choose_token
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings:
    """Draw every stop of the chosen token's vector."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    token, word = choose_token(context, traced)
    stops = cache.inside.word_way(*question, token)
    table = way_table(stops)
    finding = way_finding(stops, word)
    headline(finding)
    note("The top guess (logit lens) is a rough reading: the vocabulary head was trained on the last layer only.")
    left, right = st.columns(2)
    figures = []
    with left:
        if traced.facts.has_head:
            st.markdown("**Top guess after each part** (logit lens)")
            nearest = nearest_bars(table)
            st.altair_chart(nearest, key="way-nearest", alt=finding)
            figures.append(ChartFigure("nearest-tokens", nearest, table))
    with right:
        st.markdown("**Length of what each part adds**, and of the vector after it")
        written = written_bars(table)
        st.altair_chart(written, key="way-written", alt=finding)
        figures.append(ChartFigure("written", written, table))
    return Findings("way", figures, traced.conditions, {"input_ids": list(traced.ids), "token": token})
