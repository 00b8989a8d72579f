"""RoPE by hand: one pair of dimensions of a query and a key, of a model or made up, rotated by their positions."""

from functools import partial
from typing import Any

import streamlit as st

from cache.positions import position_encoding
from components.charts.files import ChartFigure
from components.model.checkpoints.registry import model_record
from components.positions.arrows import turning_arrows
from components.positions.charts.curves import rotary_curves
from components.positions.charts.rotary import dot_curve, rotation_arrows
from components.positions.model.formulas import Array, rotary_similarity
from components.positions.model.rotary import RotaryPair, rotary_pair
from components.positions.tables.findings import rotary_finding, rotary_table
from components.positions.tables.rotary import (
    curve_description,
    distance_law_finding,
    dot_by_distance_table,
    dot_formula,
    frequency_formula,
    rotation_finding,
    turn_text,
    vector_table,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.markdown import typeset
from pages.parts.presenting import hide_unread_sentence
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, linked_number, option, write_number
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext
from pages.positions.inputs import draw_tiles
from pages.positions.vectors import FIXED, OF_THE_MODEL, QueryAndKey, has_model_vectors, made_up_vectors, model_vectors

MAX_POSITION = 254  # twice 127: old links could have up to 127 each, and move both by 127 more
REACH = 128  # distances of the curves
ROTATING = model_record("pocket-rope")


def show(context: PositionsContext) -> Findings:
    """Draw the pair as arrows to drag, and its dot product by distance."""
    if not has_model_vectors(context):
        context = _rotating_context(context)
    draw_tiles(context)
    with rare_settings():
        is_made_up = choice("Query and key", "vectors", [OF_THE_MODEL, FIXED]) == FIXED
        vectors = made_up_vectors(context) if is_made_up else model_vectors(context)
        pairs = [str(number) for number in range(vectors.width // 2)]
        pair = option("Pair of dimensions (i)", "pair", pairs, default=min(2, vectors.width // 2 - 1))
    if is_made_up:
        hide_unread_sentence()
    width = vectors.width
    # Old links, from before arrows could be dragged, add "both" to both positions.
    both = linked_number("both", low=0, high=MAX_POSITION, default=0)
    m, n = (
        min(MAX_POSITION, both + linked_number(name, low=0, high=MAX_POSITION, default=min(MAX_POSITION, place)))
        for name, place in (("m", vectors.m), ("n", vectors.n))
    )
    query, key = vectors.pair(pair)
    rotary = rotary_pair(query, key, m, n, pair, width)
    headline(distance_law_finding(rotary, vectors.words))
    note(rotation_finding(rotary))
    figures = _draw_pictures(rotary, vectors.words)
    try_this("Drag the ring around the arrows: both words move, their angle stays.")
    figures.append(_draw_all_pairs(rotary_similarity(REACH, width), pair))
    made_up = (
        f"Two made-up vectors, in a head as wide as those of **{context.model.name}** ({width} dimensions). "
        "Computed now by the formula, in double precision."
    )
    return Findings(
        "rotary",
        figures,
        context.encoding.conditions,
        _snippet(context, vectors, rotary),
        computed=(context.computed,) if vectors.from_model else (),
        note="" if vectors.from_model else made_up,
    )


def _snippet(context: PositionsContext, vectors: QueryAndKey, rotary: RotaryPair) -> str:
    values: dict[str, Any] = {name: getattr(rotary, name) for name in ("pair", "width", "base", "m", "n")}
    if not vectors.from_model:
        query, key = rotary.query.tolist(), rotary.key.tolist()
        return snippet(POSITIONS, "made_up", query=query, key=key, **values)
    return snippet(
        POSITIONS,
        "of_the_model",
        context.model,
        sentence=context.sentence,
        layer=vectors.layer,
        head=vectors.head,
        of_query=vectors.m,
        of_key=vectors.n,
        **values,
    )


def _rotating_context(context: PositionsContext) -> PositionsContext:
    """The bundled model that rotates, in place of one that does not, or that pairs its dimensions in another way."""
    note(f"{context.model.name} has no rotation that can be drawn this way, so {ROTATING.name} is shown.")
    return PositionsContext(ROTATING, position_encoding(ROTATING.id), context.sentence)


def _write_positions(m: int, n: int) -> None:
    """Write both positions to the link."""
    write_number("both", None)
    write_number("m", m)
    write_number("n", n)


def _draw_pictures(rotary: RotaryPair, words: tuple[str, ...]) -> list[ChartFigure]:
    table, curve = vector_table(rotary), dot_by_distance_table(rotary)
    turned = partial(rotation_arrows, table)
    dots = dot_curve(curve)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Each position turns an arrow by {turn_text(rotary)}**")
        query, key = ((float(vector[0]), float(vector[1])) for vector in (rotary.query, rotary.key))
        turning_arrows(
            query,
            key,
            theta=rotary.theta,
            m=rotary.m,
            n=rotary.n,
            words=words,
            limit=MAX_POSITION,
            key="rotary-arrows",
            on_move=_write_positions,
        )
    with right:
        st.markdown("**Their dot product, by distance**")
        draw_chart(dots, key="rotary-dots", alt=curve_description(rotary))
    in_drawer("The rotation", lambda: typeset(frequency_formula(rotary)))
    in_drawer("The dot product", lambda: typeset(dot_formula(rotary)))
    return [ChartFigure("turned-vectors", turned, table), ChartFigure("dot-by-distance", dots, curve)]


def _draw_all_pairs(similarities: Array, pair: int) -> ChartFigure:
    """Draw the similarity of a query to itself by distance: the chosen pair, some others, and the mean of all."""
    last = similarities.shape[1] - 1
    table = rotary_table(similarities, sorted({0, pair, last // 2, last}))
    chart, finding = rotary_curves(table), rotary_finding(similarities)
    note(finding)
    in_drawer(
        "All pairs together: similarity of a query to itself, n positions away",
        lambda: st.altair_chart(chart, key="rotary-all", alt=finding),
    )
    return ChartFigure("moved-by-n", chart, table)
