"""RoPE by hand: one pair of dimensions of a query and a key, turned by where they stand."""

from typing import Any

import streamlit as st

from components.charts.files import Figure
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
from pages.parts.findings import Findings, about
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, number
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note, settings_place
from pages.parts.typeset import typeset
from pages.positions.context import PositionsContext
from pages.positions.inputs import tiles
from pages.positions.vectors import FIXED, OF_THE_MODEL, Vectors, fixed, has_vectors, of_the_model

FARTHEST = 127  # for m, for n, and for what is added to both
REACH = 128  # distances of the curves


def show(at: PositionsContext) -> Findings:
    """Turn the pair, and slide both."""
    tiles(at)
    vectors = _vectors(at)
    width = vectors.width
    m = number("m, the position of the query", "m", low=0, high=FARTHEST, usual=min(FARTHEST, vectors.m))
    n = number("n, the position of the key", "n", low=0, high=FARTHEST, usual=min(FARTHEST, vectors.n))
    both = number("Slide both", "both", low=0, high=FARTHEST, usual=0)
    pair = number("Pair of dimensions (i)", "pair", low=0, high=width // 2 - 1, usual=min(2, width // 2 - 1))
    query, key = vectors.pair(pair)
    found = by_hand(query, key, m + both, n + both, pair, width)
    headline(law_in_words(found))
    note(turned_in_words(found))
    figures = _pictures(found)
    figures.append(_all_pairs(rotary_similarity(REACH, width), pair))
    made_up = (
        f"Two vectors made up for this page, in a head as wide as those of **{at.model.name}** ({width} "
        "dimensions). Computed now by the formula, in double precision."
    )
    return Findings(
        "rotary",
        figures,
        at.found.conditions,
        _code(at, vectors, found),
        about=about(POSITIONS, "rotary"),
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
            said = f"{at.model.name} turns its queries and keys, but pairs its dimensions in another way."
        else:
            said = f"{at.model.name} does not turn its queries and keys."
        with settings_place():
            st.caption(f"{said} So the vectors here are made up; choose pocket RoPE to see some of a model’s own.")
        return fixed(at)
    if choice("Query and key", "vectors", [OF_THE_MODEL, FIXED]) == FIXED:
        return fixed(at)
    return of_the_model(at)


def _pictures(found: RotaryPair) -> list[Figure]:
    table, curve = vector_table(found), distance_table(found)
    turned, dots = turned_vectors(table), dot_curve(curve)
    left, right = st.columns([2, 3])
    with left:
        st.markdown("**Query and key**, dashed as they came, solid as turned")
        st.altair_chart(turned, key="rotary-vectors", alt=turned_in_words(found))
    with right:
        st.markdown("**Their dot product** at every distance; the ring is where they are now")
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
    st.markdown("**All pairs together**: a query with itself, moved on by n positions")
    note(finding)
    st.altair_chart(chart, key="rotary-all", alt=finding)
    return Figure("moved-by-n", chart, table)
