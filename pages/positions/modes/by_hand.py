"""RoPE by hand: one pair of dimensions of a query and a key, rotated by their positions."""

from functools import partial
from typing import Any

import streamlit as st

from components.charts.files import Figure
from components.positions.arrows import turning_arrows
from components.positions.charts.curves import rotary_curves
from components.positions.charts.rotary import dot_curve, turned_vectors
from components.positions.model.formulas import Array, rotary_similarity
from components.positions.model.rotary import RotaryPair, by_hand
from components.positions.tables.findings import rotary_finding, rotary_table
from components.positions.tables.rotary import (
    curve_in_words,
    distance_table,
    dot_formula,
    frequency_formula,
    law_in_words,
    turned_in_words,
    vector_table,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, settings_place
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, linked_number, option, write_number
from pages.parts.snippets import snippet
from pages.parts.typeset import typeset
from pages.positions.context import PositionsContext
from pages.positions.inputs import tiles
from pages.positions.vectors import FIXED, OF_THE_MODEL, Vectors, fixed, has_vectors, of_the_model

FARTHEST = 254  # for m and for n: twice 127, which either could have before both were moved by as much
REACH = 128  # distances of the curves


def show(at: PositionsContext) -> Findings:
    """Rotate the pair by dragging its arrows."""
    tiles(at)
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
    found = by_hand(query, key, m, n, pair, width)
    headline(law_in_words(found))
    note(turned_in_words(found))
    figures = _pictures(found)
    figures.append(_all_pairs(rotary_similarity(REACH, width), pair))
    made_up = (
        f"Two made-up vectors, in a head as wide as those of **{at.model.name}** ({width} dimensions). "
        "Computed now by the formula, in double precision."
    )
    return Findings(
        "rotary",
        figures,
        at.found.conditions,
        _code(at, vectors, found),
        about=room_prose(POSITIONS, "rotary"),
        computed=(at.computed,) if vectors.of_the_model else (),
        note="" if vectors.of_the_model else made_up,
    )


def _code(at: PositionsContext, vectors: Vectors, found: RotaryPair) -> str:
    asked: dict[str, Any] = {name: getattr(found, name) for name in ("pair", "width", "base", "m", "n")}
    if not vectors.of_the_model:
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


def _vectors(at: PositionsContext) -> Vectors:
    """Where query and key come from: the model's own, if it turns them in the way that is shown."""
    if not has_vectors(at):
        if at.found.bases:
            said = f"{at.model.name} rotates its queries and keys, but pairs its dimensions in another way."
        else:
            said = f"{at.model.name} does not rotate its queries and keys."
        with settings_place():
            st.caption(f"{said} So these two vectors are made up. Choose pocket RoPE to see real ones.")
        return fixed(at)
    if choice("Query and key", "vectors", [OF_THE_MODEL, FIXED]) == FIXED:
        return fixed(at)
    return of_the_model(at)


def _move(m: int, n: int) -> None:
    """Put both positions into the link."""
    write_number("both", None)
    write_number("m", m)
    write_number("n", n)


def _pictures(found: RotaryPair) -> list[Figure]:
    table, curve = vector_table(found), distance_table(found)
    turned, dots = partial(turned_vectors, table), dot_curve(curve)
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
        st.altair_chart(dots, key="rotary-dots", alt=curve_in_words(found))
        typeset(dot_formula(found))
    with left:
        typeset(frequency_formula(found))
    return [Figure("turned-vectors", turned, table), Figure("dot-by-distance", dots, curve)]


def _all_pairs(turned: Array, pair: int) -> Figure:
    """A query against itself moved on: the chosen pair beside the first, the last and the mean of all."""
    last = turned.shape[1] - 1
    table = rotary_table(turned, sorted({0, pair, last // 2, last}))
    chart, finding = rotary_curves(table), rotary_finding(turned)
    st.markdown("**All pairs together**: similarity of a query to itself, n positions away")
    note(finding)
    st.altair_chart(chart, key="rotary-all", alt=finding)
    return Figure("moved-by-n", chart, table)
