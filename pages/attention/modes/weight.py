"""One weight built up from a query and a key."""

import streamlit as st

import cache.attention
import cache.engine
from components.attention.charts.weight_anatomy import dimension_strips, score_bars, weight_bars
from components.attention.tables.weight_anatomy import (
    dimension_table,
    dimensions_finding,
    row_alt_text,
    row_table,
    weight_finding,
)
from components.charts.files import ChartFigure
from pages.attention.context import AttentionContext
from pages.attention.selection import FROM, TO, choose_head, choose_word, default_word, draw_tiles
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import ATTENTION
from pages.parts.snippets import snippet

ROW_COUNT = 16


def show(at: AttentionContext) -> Findings:
    """Take the chosen weight apart."""
    layer, head = choose_head(at, default=at.opening[:2])
    query = choose_word(at, "From (query)", FROM, default_word(at))
    draw_tiles(at, query)
    strongest = int(at.trace.attention[layer, head, query].argmax())
    key = choose_word(at, "To (key)", TO, strongest)
    found = cache.attention.weight_anatomy(at.model.id, at.sentence, at.second, layer, head, query, key)
    headline(weight_finding(found))
    parts = dimension_table(found)
    strips = dimension_strips(parts)
    st.markdown("**Query, key and their product in each dimension**; the products sum to $q \\cdot k$")
    st.altair_chart(strips, key="weight-strips", alt=dimensions_finding(found))
    note(dimensions_finding(found))
    table = row_table(found, count=ROW_COUNT)
    scores, weights = score_bars(table), weight_bars(table)
    left, right = st.columns(2)
    with left:
        st.markdown("**Scores** (scaled $q \\cdot k$)")
        st.altair_chart(scores, key="weight-scores", alt=row_alt_text(found))
    with right:
        st.markdown("**Attention weights** (softmax of the scores)")
        st.altair_chart(weights, key="weight-weights", alt=row_alt_text(found))
    if len(table) < len(at.tokens):
        st.caption(f"The {len(table)} tokens with the largest weights, out of {len(at.tokens)}.")
    figures = [
        ChartFigure("dimensions", strips, parts),
        ChartFigure("scores", scores, table),
        ChartFigure("weights", weights, table),
    ]
    code = snippet(ATTENTION, "weight", at.model, inputs=at.inputs, layer=layer, head=head, query=query, key=key)
    return Findings(
        "weight", figures, found.conditions, code, about=room_prose(ATTENTION, "weight"), computed=(at.computed,)
    )
