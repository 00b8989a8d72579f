"""The shape of the table: the curve that position vectors draw, and how fast each dimension swings."""

import streamlit as st

import cache
from cache.positions import TRAINED, position_components, position_spectrum
from components.charts.files import Figure
from components.charts.positions import component_curve, period_curve, rotary_curves
from components.model.position_formulas import rates, rotary_similarity
from components.model.position_results import PositionKind
from components.tables.position_figure import rotary_name
from components.tables.positions import (
    component_finding,
    component_table,
    kind_of_positions,
    period_finding,
    period_table,
    rotary_finding,
    rotary_table,
    turns_finding,
)
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.positions.settings import one_of, positions_shown
from pages.positions.situation import Here
from pages.positions.snippets import shape_snippet, turns_snippet

PLANES = {
    "1 and 2": ("first", "second"),
    "1 and 3": ("first", "third"),
    "2 and 3": ("second", "third"),
}
FORMULA = (
    r"\begin{gathered}P - \bar p = U S V^{\top}\\ \text{share of direction } k = \frac{S_k^2}{\sum_j S_j^2}\\ "
    r"\text{power}_d(f) = \Big\lvert \sum_t p_{t,d}\, e^{-2\pi \mathrm{i} f t / n} \Big\rvert^2\end{gathered}"
)
ABOUT = """
The vectors of the first $n$ positions are centred and put along the directions in which they differ most (principal
components, by singular values). The signs of those directions mean nothing. For the second picture every dimension is
taken apart into waves along the positions (a discrete Fourier transform); a dot is its strongest wave, the larger the
more of the dimension it is. Wang and Chen 2020 look at the tables of BERT, RoBERTa and GPT-2 side by side
([arXiv:2010.04903](https://arxiv.org/abs/2010.04903)).

**What this does not show:** what is left over. Two directions hold only the share that is said above the picture. And a
dimension that swings slowly and unevenly has no period: its strongest wave is then a small part of it.
"""


def show(here: Here) -> None:
    """Draw the table's curve and its waves, or what a model has that turns instead."""
    st.subheader("What does the table look like?", anchor=False)
    count = positions_shown(here.found)
    if count > TRAINED and here.about_far:
        st.caption(here.about_far)
    if here.found.kind is PositionKind.ROTARY:
        figures, snippet = _turns(here, count), turns_snippet(here)
    elif here.found.kind is PositionKind.NONE:
        st.text(kind_of_positions(here.found, here.model.name))
        st.text("All its position vectors are the same one, so there is no curve and no wave to draw.")
        figures, snippet = [], shape_snippet(here, count)
    else:
        figures, snippet = _table(here, count), shape_snippet(here, count)
    with st.expander("How this is computed, and what it does not show", key="shape-about"):
        typeset(FORMULA)
        st.markdown(ABOUT)
    conditions = here.found.conditions
    computed_by(here.model, conditions, parameters=cache.parameters(here.model.id), live=True)
    take_away(figures, conditions, snippet=snippet, key="shape")


def _table(here: Here, count: int) -> list[Figure]:
    found, waves = position_components(here.model.id, count), position_spectrum(here.model.id, count)
    table, periods = component_table(found), period_table(waves)
    left, right = st.columns(2)
    with left:
        st.markdown("**The curve of the positions** (principal components)")
        planes = {name: axes for name, axes in PLANES.items() if set(axes) <= set(table.columns)}
        across, up = planes[one_of("Directions", "plane", list(planes))]
        st.text(component_finding(found))
        curve = component_curve(table, across=across, up=up)
        st.altair_chart(curve, key="shape-curve", alt=component_finding(found))
    with right:
        st.markdown("**How fast each dimension swings** (its spectrum)")
        finding = period_finding(periods, count)
        st.text(finding)
        swings = period_curve(periods)
        st.altair_chart(swings, key="shape-periods", alt=finding)
    return [Figure("position-components", curve, table), Figure("periods", swings, periods)]


def _turns(here: Here, count: int) -> list[Figure]:
    """A model without a table has no shape; its pairs turn at rates that a formula gives."""
    st.text(kind_of_positions(here.found, here.model.name))
    st.text("So there is no table to draw.")
    figures = []
    for number, base in enumerate(here.found.bases):
        turned = rotary_similarity(count, here.found.head_width, base=base)
        last = turned.shape[1] - 1
        table = rotary_table(turned, sorted({0, last // 4, last // 2, last}))
        chart, name = rotary_curves(table), rotary_name(here.found, base)
        st.text(f"{name}: {turns_finding(rates(here.found.head_width, base=base), base=base)} {rotary_finding(turned)}")
        st.altair_chart(chart, key=f"shape-turns-{number}", alt=rotary_finding(turned))
        figures.append(Figure(f"turns-{number + 1}", chart, table))
    return figures
