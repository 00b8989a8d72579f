"""The shape of a table of positions: its principal components, and the period of each dimension."""

import streamlit as st

from cache.positions import position_components, position_outliers, position_spectrum
from components.charts.files import ChartFigure
from components.positions.charts.curves import component_curve, period_curve, rotary_curves
from components.positions.model.formulas import frequencies, rotary_similarity
from components.positions.model.results import PositionKind
from components.positions.tables.figure import rotary_bases, rotary_name
from components.positions.tables.findings import (
    component_finding,
    component_table,
    frequency_finding,
    period_finding,
    period_table,
    rotary_finding,
    rotary_table,
)
from pages.parts.layout import draw_settings_in
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, linked_expander
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext

OPEN = "shape"  # in the link
PLANES = {
    "1 and 2": ("first", "second"),
    "1 and 3": ("first", "third"),
    "2 and 3": ("second", "third"),
}


def shape_panel(at: PositionsContext, count: int) -> tuple[list[ChartFigure], str]:
    """The panel, computed while it is open: its figures and its code, both empty while it is folded."""
    panel = linked_expander("Shape of the table: principal components and periods", OPEN)
    if panel is None:
        return [], ""
    with draw_settings_in(panel):
        match at.encoding.kind:
            case PositionKind.ROTARY:
                return _turns(at, count), snippet(POSITIONS, "turns", at.model, bases=list(rotary_bases(at.encoding)))
            case PositionKind.NONE:
                st.text("All position vectors of this model are zero, so there is nothing to draw.")
                return [], snippet(POSITIONS, "shape", at.model, count=count, left_out=[])
            case _:
                left_out = list(position_outliers(at.model.id, count).positions)
                return _table(at, count), snippet(POSITIONS, "shape", at.model, count=count, left_out=left_out)


def _table(at: PositionsContext, count: int) -> list[ChartFigure]:
    vectors, waves = position_components(at.model.id, count), position_spectrum(at.model.id, count)
    table, periods = component_table(vectors), period_table(waves)
    left, right = st.columns(2)
    with left:
        st.markdown("**Principal components of the position vectors**")
        planes = {name: axes for name, axes in PLANES.items() if set(axes) <= set(table.columns)}
        across, up = planes[choice("Components", "plane", list(planes))]
        curve, finding = component_curve(table, across=across, up=up), component_finding(vectors, count)
        st.altair_chart(curve, key="shape-curve", alt=finding)
        st.text(finding)
    with right:
        st.markdown("**Period of each dimension**")
        finding = period_finding(periods, count)
        swings = period_curve(periods)
        st.altair_chart(swings, key="shape-periods", alt=finding)
        st.text(finding)
    return [ChartFigure("position-components", curve, table), ChartFigure("periods", swings, periods)]


def _turns(at: PositionsContext, count: int) -> list[ChartFigure]:
    """A model without a table has no shape; its pairs rotate at speeds that a formula gives."""
    st.text(f"{at.model.name} has no table of positions: it rotates queries and keys.")
    figures = []
    for number, base in enumerate(at.encoding.bases):
        turned = rotary_similarity(count, at.encoding.head_width, base=base)
        last = turned.shape[1] - 1
        table = rotary_table(turned, sorted({0, last // 4, last // 2, last}))
        chart, name = rotary_curves(table), rotary_name(at.encoding, base)
        st.text(
            f"{name}: {frequency_finding(frequencies(at.encoding.head_width, base=base), base=base)} "
            f"{rotary_finding(turned)}"
        )
        st.altair_chart(chart, key=f"shape-turns-{number}", alt=rotary_finding(turned))
        figures.append(ChartFigure(f"turns-{number + 1}", chart, table))
    return figures
