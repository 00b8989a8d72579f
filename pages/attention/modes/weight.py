"""One attention weight, computed step by step from a query and a key."""

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
from components.tables.attention_weights import reference_note
from pages.attention.context import AttentionContext
from pages.attention.selection import FROM, TO, choose_head, choose_word, default_word, draw_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline, note

ROW_COUNT = 16


def show(context: AttentionContext) -> Findings:
    """Draw the parts of the chosen weight."""
    layer, head = choose_head(context, default=context.opening[:2])
    query = choose_word(context, "From (query)", FROM, default_word(context))
    draw_tiles(context, query)
    strongest = int(context.trace.attention[layer, head, query].argmax())
    key = choose_word(context, "To (key)", TO, strongest)
    anatomy = cache.attention.weight_anatomy(
        context.model.id, context.sentence, context.second, layer, head, query, key
    )
    headline(weight_finding(anatomy))
    parts = dimension_table(anatomy)
    strips = dimension_strips(parts)
    st.markdown("**Query, key and their product in each dimension**; the products sum to $q \\cdot k$")
    st.altair_chart(strips, key="weight-strips", alt=dimensions_finding(anatomy))
    note(dimensions_finding(anatomy))
    table = row_table(anatomy, count=ROW_COUNT)
    scores, weights = score_bars(table), weight_bars(table)
    left, right = st.columns(2)
    with left:
        st.markdown("**Scores** (scaled $q \\cdot k$)")
        st.altair_chart(scores, key="weight-scores", alt=row_alt_text(anatomy))
    with right:
        st.markdown("**Attention weights** (softmax of the scores)")
        st.altair_chart(weights, key="weight-weights", alt=row_alt_text(anatomy))
    if reference := reference_note(context.tokens, query):
        st.caption(reference)
    if len(table) < len(context.tokens):
        st.caption(f"The {len(table)} tokens with the largest weights, out of {len(context.tokens)}.")
    figures = [
        ChartFigure("dimensions", strips, parts),
        ChartFigure("scores", scores, table),
        ChartFigure("weights", weights, table),
    ]
    inputs = {"inputs": context.inputs, "layer": layer, "head": head, "query": query, "key": key}
    return Findings("weight", figures, anatomy.conditions, inputs)
