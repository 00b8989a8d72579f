"""RoPE by hand: one pair of dimensions of a query and a key, rotated by their positions."""

from functools import partial
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
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
    vector_table,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, settings_place
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, linked_number, option, write_number
from pages.parts.snippets import snippet
from pages.parts.typeset import typeset
from pages.positions.context import PositionsContext
from pages.positions.inputs import draw_tiles
from pages.positions.vectors import FIXED, OF_THE_MODEL, QueryAndKey, has_model_vectors, made_up_vectors, model_vectors

FARTHEST = 254  # for m and for n: twice 127, which either could have before both were moved by as much
REACH = 128  # distances of the curves


def show(at: PositionsContext) -> Findings:
    """Rotate the pair by dragging its arrows."""
    draw_tiles(at)
    vectors = _vectors(at)
    width = vectors.width
    # A link from before arrows could be dragged adds the same number to both.
    both = linked_number("both", low=0, high=FARTHEST, default=0)
    m, n = (
        min(FARTHEST, both + linked_number(name, low=0, high=FARTHEST, default=min(FARTHEST, place)))
        for name, place in (("m", vectors.m), ("n", vectors.n))
    )
    pairs = [str(number) for number in range(width // 2)]
    pair = option("Pair of dimensions (i)", "pair", pairs, default=min(2, width // 2 - 1))
    query, key = vectors.pair(pair)
    found = rotary_pair(query, key, m, n, pair, width)
    headline(distance_law_finding(found))
    note(rotation_finding(found))
    figures = _pictures(found)
    figures.append(_all_pairs(rotary_similarity(REACH, width), pair))
    made_up = (
        f"Two made-up vectors, in a head as wide as those of **{at.model.name}** ({width} dimensions). "
        "Computed now by the formula, in double precision."
    )
    return Findings(
        "rotary",
        figures,
        at.encoding.conditions,
        _code(at, vectors, found),
        about=room_prose(POSITIONS, "rotary"),
        computed=(at.computed,) if vectors.from_model else (),
        note="" if vectors.from_model else made_up,
    )


def _code(at: PositionsContext, vectors: QueryAndKey, found: RotaryPair) -> str:
    asked: dict[str, Any] = {name: getattr(found, name) for name in ("pair", "width", "base", "m", "n")}
    if not vectors.from_model:
        query, key = found.query.tolist(), found.key.tolist()
        return snippet(POSITIONS, "made_up", query=query, key=key, **asked)
    return snippet(
        POSITIONS,
        "of_the_model",
        at.model,
        sentence=at.sentence,
        layer=vectors.layer,
        head=vectors.head,
        of_query=vectors.m,
        of_key=vectors.n,
        **asked,
    )


def _vectors(at: PositionsContext) -> QueryAndKey:
    """Where query and key come from: the model's own, if it turns them in the way that is shown."""
    if not has_model_vectors(at):
        if at.encoding.bases:
            said = f"{at.model.name} rotates its queries and keys, but pairs its dimensions in another way."
        else:
            said = f"{at.model.name} does not rotate its queries and keys."
        with settings_place():
            st.caption(f"{said} So these two vectors are made up. Choose pocket RoPE to see real ones.")
        return made_up_vectors(at)
    if choice("Query and key", "vectors", [OF_THE_MODEL, FIXED]) == FIXED:
        return made_up_vectors(at)
    return model_vectors(at)


def _move(m: int, n: int) -> None:
    """Put both positions into the link."""
    write_number("both", None)
    write_number("m", m)
    write_number("n", n)


def _pictures(found: RotaryPair) -> list[ChartFigure]:
    table, curve = vector_table(found), dot_by_distance_table(found)
    turned, dots = partial(rotation_arrows, table), dot_curve(curve)
    left, right = st.columns([2, 3])
    with left:
        query, key = ((float(vector[0]), float(vector[1])) for vector in (found.query, found.key))
        turning_arrows(
            query,
            key,
            theta=found.theta,
            m=found.m,
            n=found.n,
            limit=FARTHEST,
            key="rotary-arrows",
            on_move=_move,
        )
    with right:
        st.markdown("**Dot product at every distance** (ring: now)")
        st.altair_chart(dots, key="rotary-dots", alt=curve_description(found))
        typeset(dot_formula(found))
    with left:
        typeset(frequency_formula(found))
    return [ChartFigure("turned-vectors", turned, table), ChartFigure("dot-by-distance", dots, curve)]


def _all_pairs(turned: Array, pair: int) -> ChartFigure:
    """A query against itself moved on: the chosen pair beside the first, the last and the mean of all."""
    last = turned.shape[1] - 1
    table = rotary_table(turned, sorted({0, pair, last // 2, last}))
    chart, finding = rotary_curves(table), rotary_finding(turned)
    st.markdown("**All pairs together**: similarity of a query to itself, n positions away")
    note(finding)
    st.altair_chart(chart, key="rotary-all", alt=finding)
    return ChartFigure("moved-by-n", chart, table)
