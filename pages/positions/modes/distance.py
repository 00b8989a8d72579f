"""Is how alike two positions are a function of their distance, and of nothing else?"""

import streamlit as st

import cache
from cache.positions import TRAINED, position_bias, position_distances
from components.charts.files import Figure
from components.charts.positions import distance_curves
from components.model.position_similarity import Compared
from components.tables.position_figure import ALIBI
from components.tables.positions import distance_finding, distance_table
from pages.parts.conditions import computed_by
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.positions.settings import compared, dimensions_shown, positions_shown
from pages.positions.situation import Here
from pages.positions.snippets import spread_snippet

FORMULA = (
    r"\begin{aligned}p_s \cdot p_t &= \sum_i \sin(s\theta_i)\sin(t\theta_i)\\ "
    r"&\quad + \sum_i \cos(s\theta_i)\cos(t\theta_i)\\ &= \sum_i \cos\big((s-t)\,\theta_i\big)\end{aligned}"
)
ABOUT = """
For every distance all pairs of positions so far apart are compared; the line is their mean, the band one standard
deviation to either side. The **spread** is that standard deviation. Where it is 0 the method is strictly a function of
distance: for sines and cosines because of the formula above, for RoPE and ALiBi by how they are made. Of a learned
table nobody has asked it. ALiBi's bias is minus the distance times a number: a straight line, so it is not drawn.

**What this does not show:** whether the model can tell near from far. A spread that is not 0 is no fault: a learned
table may well treat the beginning of a text differently from the rest. Far distances have few pairs, so their means
say less.
"""


def show(here: Here) -> None:
    """Draw the similarity against the distance, and say how far it is from a function."""
    st.subheader("Does only the distance count?", anchor=False)
    left, middle, right = st.columns(3, vertical_alignment="bottom")
    with left:
        kind = compared()
    with middle:
        count = positions_shown(here.found)
    with right:
        dimensions = dimensions_shown(here.found)
    if count > TRAINED and here.about_far:
        st.caption(here.about_far)
    methods = position_distances(here.model.id, kind, count, dimensions)
    findings = {name: distance_finding(name, found) for name, found in methods.items()}
    findings[ALIBI] = distance_finding(ALIBI, position_bias(here.model.id, count))
    for finding in findings.values():
        st.text(finding)
    # Dot products of different tables are on scales of their own; cosines are on one.
    together = [methods] if kind is Compared.COSINE else [{name: found} for name, found in methods.items()]
    figures = []
    for number, (column, drawn) in enumerate(zip(st.columns(len(together)), together, strict=True)):
        table = distance_table(drawn)
        chart = distance_curves(table, title=kind.value.capitalize())
        with column:
            st.altair_chart(chart, key=f"distance-{number}", alt=" ".join(findings[name] for name in drawn))
        name = "similarity-by-distance" if len(together) == 1 else f"similarity-by-distance-{number + 1}"
        figures.append(Figure(name, chart, table))
    with st.expander("How this is computed, and what it does not show", key="distance-about"):
        typeset(FORMULA)
        st.markdown(ABOUT)
    conditions = here.found.conditions
    computed_by(here.model, conditions, parameters=cache.parameters(here.model.id), live=True)
    take_away(figures, conditions, snippet=spread_snippet(here, kind, count, dimensions), key="distance")
