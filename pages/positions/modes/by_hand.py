"""RoPE by hand: one pair of dimensions of a query and a key, turned by where they stand."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.positions import rotary_curves
from components.charts.rotary import dot_curve, turned_vectors
from components.model.position_formulas import Array, rotary_similarity
from components.model.rotary import RotaryPair, by_hand
from components.tables.positions import rotary_finding, rotary_table
from components.tables.rotary import (
    curve_in_words,
    distance_table,
    dot_formula,
    frequency_formula,
    law_in_words,
    turned_in_words,
    vector_table,
)
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.positions.settings import number, one_of
from pages.positions.situation import Here
from pages.positions.snippets import rotary_snippet
from pages.positions.vectors import FIXED, OF_THE_MODEL, Vectors, fixed, has_vectors, of_the_model

FARTHEST = 127  # for m, for n, and for what is added to both
REACH = 128  # distances of the curves
ABOUT = r"""
RoPE cuts queries and keys into pairs of dimensions and turns pair $i$ at position $m$ by the angle $m\,\theta_i$
([Su et al. 2021](https://arxiv.org/abs/2104.09864)). Turning both vectors alike changes no dot product, so
$\langle R(m\theta)\,q,\ R(n\theta)\,k\rangle = \langle R((m-n)\theta)\,q,\ k\rangle$: it depends on $m-n$ alone. The
first pairs turn fast and tell neighbours apart, the last ones hardly turn at all.

**What this does not show:** what a head does with it. An attention score is the sum over all pairs, then scaled and put
through a softmax; and which pairs are long enough to matter is for the head to learn.
"""


def show(here: Here) -> None:
    """Turn the pair, and slide both."""
    st.subheader("One pair of dimensions, turned by its position", anchor=False)
    vectors = _vectors(here)
    width = vectors.width
    first, second, third, fourth = st.columns(4)
    with first:
        m = number("m, the position of the query", "m", low=0, high=FARTHEST, usual=min(FARTHEST, vectors.m))
    with second:
        n = number("n, the position of the key", "n", low=0, high=FARTHEST, usual=min(FARTHEST, vectors.n))
    with third:
        both = number("Slide both", "both", low=0, high=FARTHEST, usual=0)
    with fourth:
        pair = number("Pair of dimensions (i)", "pair", low=0, high=width // 2 - 1, usual=min(2, width // 2 - 1))
    query, key = vectors.pair(pair)
    found = by_hand(query, key, m + both, n + both, pair, width)
    st.text(turned_in_words(found))
    st.text(law_in_words(found))
    figures = _pictures(found)
    figures.append(_all_pairs(rotary_similarity(REACH, width), pair))
    with st.expander("How this is computed, and what it does not show", key="rotary-about"):
        st.markdown(ABOUT)
    conditions = here.found.conditions
    if vectors.of_the_model:
        computed_by(here.model, conditions, parameters=cache.parameters(here.model.id), live=True)
    else:
        st.caption(
            f"Two vectors made up for this page, in a head as wide as those of **{here.model.name}** ({width} "
            "dimensions). Computed now by the formula, in double precision."
        )
    take_away(figures, conditions, snippet=rotary_snippet(here, vectors, found), key="rotary")


def _vectors(here: Here) -> Vectors:
    """Where query and key come from: the model's own, if it turns them in the way that is shown."""
    if not has_vectors(here):
        if here.found.bases:
            said = f"{here.model.name} turns its queries and keys, but pairs its dimensions in another way."
        else:
            said = f"{here.model.name} does not turn its queries and keys."
        st.caption(f"{said} So the vectors here are made up; choose pocket RoPE to see some of a model’s own.")
        return fixed(here)
    if one_of("Query and key", "vectors", [OF_THE_MODEL, FIXED]) == FIXED:
        return fixed(here)
    return of_the_model(here)


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
    st.text(finding)
    st.altair_chart(chart, key="rotary-all", alt=finding)
    return Figure("moved-by-n", chart, table)
