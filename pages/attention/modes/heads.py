"""Every head at once, one of them large; or averages of heads, or attention rollout."""

import streamlit as st

import cache
from cache import Drawn
from components.charts.attention import MOST_TOKENS, attention_heatmap, received_bars, segment_bars
from components.charts.files import Figure
from components.model.attention_reading import between_segments, received
from components.tables.attention import (
    matrix_finding,
    matrix_table,
    most_received,
    received_finding,
    received_table,
    row_finding,
)
from components.tables.attention_pairs import segment_finding, segment_table
from components.widgets.attention_atlas import Selection
from pages.attention.chosen import draw_atlas, said
from pages.attention.guess import guessed
from pages.attention.reading import Reading
from pages.attention.snippets import row_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.take_away import take_away

MOST_ROWS = 128  # tokens: past this a table has too many cells to be made at every click
MOST_BARS = 12
ABOUT = r"""
A **head** gives every token one row of weights: how much it takes from each token, in all 1 (the softmax of
$q \cdot k / \sqrt{d}$; [Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)). *Averages* are means of heads.
*Rollout* multiplies the layers up, each as half attention and half the token itself: $\tilde A_l = \tfrac12 (A_l + I)\,
\tilde A_{l-1}$ ([Abnar & Zuidema 2020](https://arxiv.org/abs/2005.00928)). A mean has no head to blame, and rollout
leaves out what values and feed-forward layers do: both are summaries, not measurements.
"""


def show(reading: Reading, *, drawn: Drawn = Drawn.HEADS) -> None:
    """Draw the atlas, and say what is chosen in it."""
    if not guessed(reading):
        return
    chosen = draw_atlas(reading, drawn)
    panel = cache.atlas_panel(reading.model.id, reading.sentence, reading.second, drawn, chosen.row, chosen.column)
    where, figures = said(reading, chosen, drawn), []
    if len(reading.tokens) <= MOST_ROWS:
        table = matrix_table(reading.trace.tokens, panel)
        st.text(matrix_finding(table, where=where))
        if chosen.query is not None:
            st.text(row_finding(table, chosen.query, where=where))
        chart = attention_heatmap(table) if len(reading.tokens) <= MOST_TOKENS else None
        figures.append(Figure("attention", chart, table))
    if drawn is Drawn.HEADS and chosen.query is not None and not controls_hidden():
        st.button("Where does this weight come from?", key="heads-apart", on_click=_take_apart)
    if reading.second and drawn is Drawn.HEADS:
        figures.append(_between(reading, chosen, where))
    if drawn is Drawn.HEADS:
        figures += _received(reading, chosen, where)
    with st.expander("What is drawn here", key="heads-about"):
        st.markdown(ABOUT)
    conditions = cache.conditions(reading.model.id)
    computed_by(reading.model, conditions, parameters=cache.parameters(reading.model.id), live=True)
    take_away(figures, conditions, snippet=row_snippet(reading, chosen, drawn), key="heads")


def averages(reading: Reading) -> None:
    """Means over the heads of each layer, or over the layers of each head."""
    options = [Drawn.OVER_HEADS.value, Drawn.OVER_LAYERS.value]
    if controls_hidden():
        over = linked_choice("over", options)
    else:
        over = st.segmented_control(
            "Averaged over", options, default=options[0], key="over", bind="query-params", required=True
        )
    show(reading, drawn=Drawn(over))


def _take_apart() -> None:
    st.session_state["look"] = "Into one weight"


def _between(reading: Reading, chosen: Selection, where: str) -> Figure:
    st.markdown("#### Within and between the two sentences")
    segments, special = zip(*((token.segment, token.special) for token in reading.tokens), strict=True)
    shares = between_segments(reading.trace.attention, segments, special)
    table = segment_table(shares, layer=chosen.row, head=chosen.column)
    finding = segment_finding(table, where=where)
    st.text(finding)
    chart = segment_bars(table)
    st.altair_chart(chart, key="heads-segments", alt=finding)
    return Figure("between-sentences", chart, table)


def _received(reading: Reading, chosen: Selection, where: str) -> list[Figure]:
    """What each token receives, folded away and computed when it is opened."""
    folded = st.expander("Which tokens are looked at most?", key="received", bind="query-params", on_change="rerun")
    if not folded.open:
        return []
    with folded:
        found = received(reading.trace.attention[chosen.row : chosen.row + 1, chosen.column : chosen.column + 1])
        table = received_table(reading.trace.tokens, found)
        finding = received_finding(table, where=where)
        st.text(finding)
        chart = received_bars(most_received(table, count=MOST_BARS))
        st.altair_chart(chart, key="heads-received", alt=finding)
    return [Figure("received", chart, table)]
