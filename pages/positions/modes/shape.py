"""The shape of the table: the curve that position vectors draw, and how fast each dimension swings."""

import streamlit as st

from cache.positions import position_components, position_spectrum
from cache.shipped.family import TRAINED
from components.charts.files import Figure
from components.positions.charts.curves import component_curve, period_curve, rotary_curves
from components.positions.model.formulas import rates, rotary_similarity
from components.positions.model.results import PositionKind
from components.positions.tables.figure import bases, rotary_name
from components.positions.tables.findings import (
    component_finding,
    component_table,
    kind_of_positions,
    period_finding,
    period_table,
    rotary_finding,
    rotary_table,
    turns_finding,
)
from pages.parts.findings import Findings, about
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note
from pages.positions.context import PositionsContext
from pages.positions.inputs import positions_shown, tiles

PLANES = {
    "1 and 2": ("first", "second"),
    "1 and 3": ("first", "third"),
    "2 and 3": ("second", "third"),
}


def show(at: PositionsContext) -> Findings:
    """Draw the table's curve and its waves, or what a model has that turns instead."""
    tiles(at)
    count = positions_shown(at.found)
    if count > TRAINED:
        note(at.about_far)
    code = snippet(POSITIONS, "shape", at.model, count=count)
    if at.found.kind is PositionKind.ROTARY:
        figures, code = _turns(at, count), snippet(POSITIONS, "turns", at.model, bases=list(bases(at.found)))
    elif at.found.kind is PositionKind.NONE:
        headline(kind_of_positions(at.found, at.model.name))
        st.text("All its position vectors are the same one, so there is no curve and no wave to draw.")
        figures = []
    else:
        figures = _table(at, count)
    return Findings(
        "shape", figures, at.found.conditions, code, about=about(POSITIONS, "shape"), computed=(at.computed,)
    )


def _table(at: PositionsContext, count: int) -> list[Figure]:
    found, waves = position_components(at.model.id, count), position_spectrum(at.model.id, count)
    table, periods = component_table(found), period_table(waves)
    headline(component_finding(found))
    left, right = st.columns(2)
    with left:
        st.markdown("**The curve of the positions** (principal components)")
        planes = {name: axes for name, axes in PLANES.items() if set(axes) <= set(table.columns)}
        across, up = planes[choice("Directions", "plane", list(planes))]
        curve = component_curve(table, across=across, up=up)
        st.altair_chart(curve, key="shape-curve", alt=component_finding(found))
    with right:
        st.markdown("**How fast each dimension swings** (its spectrum)")
        finding = period_finding(periods, count)
        note(finding)
        swings = period_curve(periods)
        st.altair_chart(swings, key="shape-periods", alt=finding)
    return [Figure("position-components", curve, table), Figure("periods", swings, periods)]


def _turns(at: PositionsContext, count: int) -> list[Figure]:
    """A model without a table has no shape; its pairs turn at rates that a formula gives."""
    headline(kind_of_positions(at.found, at.model.name))
    note("So there is no table to draw.")
    figures = []
    for number, base in enumerate(at.found.bases):
        turned = rotary_similarity(count, at.found.head_width, base=base)
        last = turned.shape[1] - 1
        table = rotary_table(turned, sorted({0, last // 4, last // 2, last}))
        chart, name = rotary_curves(table), rotary_name(at.found, base)
        st.text(f"{name}: {turns_finding(rates(at.found.head_width, base=base), base=base)} {rotary_finding(turned)}")
        st.altair_chart(chart, key=f"shape-turns-{number}", alt=rotary_finding(turned))
        figures.append(Figure(f"turns-{number + 1}", chart, table))
    return figures
