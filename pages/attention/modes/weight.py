"""One attention weight, step by step: from a query and a key to the head's output."""

import streamlit as st

import cache.attention
from components.attention.charts.weight_anatomy import dimension_strips, share_bars, weight_bars
from components.attention.tables.weight_anatomy import (
    dimension_table,
    dimensions_finding,
    output_finding,
    row_alt_text,
    row_table,
    score_text,
    share_alt_text,
    strip_names,
    value_table,
    weight_finding,
)
from components.attention.tables.weights import reference_note
from components.charts.files import ChartFigure
from pages.attention.context import AttentionContext
from pages.attention.selection import FROM, choose_head, choose_key, default_word, draw_tiles
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.settings import linked_index

ROW_COUNT = 16


def show(context: AttentionContext) -> Findings:
    """Draw how the chosen weight is computed, and in the drawer what it passes on."""
    layer, head = choose_head(context, default=context.opening[:2])
    query = linked_index(FROM, len(context.tokens))
    if query is None:
        query = default_word(context)
    draw_tiles(context, query)
    key = choose_key(context, int(context.trace.attention[layer, head, query].argmax()))
    anatomy = cache.attention.weight_anatomy(
        context.model.id, context.sentence, context.second, layer, head, query, key
    )
    headline(weight_finding(anatomy))
    parts, table = dimension_table(anatomy), row_table(anatomy, count=ROW_COUNT)
    strips, weights = dimension_strips(parts, strip_names(anatomy)), weight_bars(table)
    left, right = st.columns(2)
    left.markdown(f"**{score_text(anatomy)}**")
    draw_chart(strips, key="weight-strips", alt=dimensions_finding(anatomy), place=left)
    right.markdown("**Softmax turns scores into shares of attention**")
    draw_chart(weights, key="weight-weights", alt=row_alt_text(anatomy), place=right)
    note(dimensions_finding(anatomy), output_finding(anatomy), reference_note(context.tokens, query))
    if len(table) < len(context.tokens):
        note(f"The bars show the {len(table)} tokens with the largest weights, out of {len(context.tokens)}.")
    values, shares = value_table(anatomy), share_bars(table)
    value_strips = dimension_strips(values, same_scale=("value", "weighted", "output"))
    in_drawer(
        "Value, weighted value and output",
        lambda: st.altair_chart(value_strips, key="weight-values", alt=output_finding(anatomy)),
    )
    in_drawer(
        "Shares of the output (negative: against it)",
        lambda: st.altair_chart(shares, key="weight-shares", alt=share_alt_text(anatomy)),
    )
    try_this("Click another word to see how its largest weight is computed.")
    figures = [
        ChartFigure("dimensions", strips, parts),
        ChartFigure("weights", weights, table),
        ChartFigure("values", value_strips, values),
        ChartFigure("shares", shares, table),
    ]
    inputs = {"inputs": context.inputs, "layer": layer, "head": head, "query": query, "key": key}
    return Findings("weight", figures, anatomy.conditions, inputs)
