"""Is how alike two positions are a function of their distance, and of nothing else?"""

import streamlit as st

from cache.positions import position_bias, position_distances
from cache.shipped.family import TRAINED
from components.charts.files import Figure
from components.positions.charts.curves import distance_curves
from components.positions.model.similarity import Compared
from components.positions.tables.figure import ALIBI
from components.positions.tables.findings import distance_finding, distance_table
from pages.parts.findings import Findings, about
from pages.parts.rooms import POSITIONS
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note
from pages.positions.context import PositionsContext
from pages.positions.inputs import compared, dimensions_shown, positions_shown, tiles
from pages.positions.methods import methods_asked


def show(at: PositionsContext) -> Findings:
    """Draw the similarity against the distance, and say how far it is from a function."""
    tiles(at)
    kind, count, dimensions = compared(), positions_shown(at.found), dimensions_shown(at.found)
    if count > TRAINED:
        note(at.about_far)
    methods = position_distances(at.model.id, kind, count, dimensions)
    findings = {name: distance_finding(name, found) for name, found in methods.items()}
    findings[ALIBI] = distance_finding(ALIBI, position_bias(at.model.id, count))
    own, *others = findings.values()
    headline(own)
    note(*others)
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
    code = snippet(POSITIONS, "distance", at.model, **methods_asked(at, kind, count, dimensions))
    return Findings(
        "distance", figures, at.found.conditions, code, about=about(POSITIONS, "distance"), computed=(at.computed,)
    )
