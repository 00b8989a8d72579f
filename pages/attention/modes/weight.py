"""One attention weight, step by step: from a query and a key to the head's output."""

import streamlit as st

import cache.attention
import cache.engine
from components.attention.charts.weight_anatomy import dimension_strips, score_bars, share_bars, weight_bars
from components.attention.tables.weight_anatomy import (
    dimension_table,
    dimensions_finding,
    output_finding,
    row_alt_text,
    row_table,
    share_alt_text,
    value_table,
    weight_finding,
)
from components.charts.files import ChartFigure
from components.model.inference.results import WeightAnatomy
from components.tables.attention_weights import reference_note
from pages.attention.context import AttentionContext
from pages.attention.selection import FROM, TO, choose_head, choose_word, default_word, draw_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import shows_one_picture

ROW_COUNT = 16


def show(context: AttentionContext) -> Findings:
    """Draw how the chosen weight is computed, and what it passes on."""
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
    left.markdown("**Scores** (scaled $q \\cdot k$)")
    left.altair_chart(scores, key="weight-scores", alt=row_alt_text(anatomy))
    right.markdown("**Attention weights** (softmax of the scores)")
    right.altair_chart(weights, key="weight-weights", alt=row_alt_text(anatomy))
    passed_on = [] if shows_one_picture() else _draw_output(anatomy)
    if reference := reference_note(context.tokens, query):
        st.caption(reference)
    if len(table) < len(context.tokens):
        st.caption(f"The {len(table)} tokens with the largest weights, out of {len(context.tokens)}.")
    figures = [
        ChartFigure("dimensions", strips, parts),
        ChartFigure("scores", scores, table),
        ChartFigure("weights", weights, table),
        *passed_on,
    ]
    inputs = {"inputs": context.inputs, "layer": layer, "head": head, "query": query, "key": key}
    return Findings("weight", figures, anatomy.conditions, inputs)


def _draw_output(anatomy: WeightAnatomy) -> list[ChartFigure]:
    """Draw what the weight passes on, and the share of every token in the head's output."""
    vectors, row, finding = value_table(anatomy), row_table(anatomy, count=ROW_COUNT), output_finding(anatomy)
    shares, strips = share_bars(row), dimension_strips(vectors, same_scale=("value", "weighted", "output"))
    left, right = st.columns(2)
    left.markdown("**Value, weighted value and output**")
    left.altair_chart(strips, key="weight-values", alt=finding)
    right.markdown("**Shares of the output** (negative: against it)")
    right.altair_chart(shares, key="weight-shares", alt=share_alt_text(anatomy))
    st.caption(finding)
    return [ChartFigure("values", strips, vectors), ChartFigure("shares", shares, row)]
