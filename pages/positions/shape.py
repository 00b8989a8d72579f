"""The panel "Shape of the table": its principal components, and the period of each dimension."""

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


def shape_panel(context: PositionsContext, count: int) -> tuple[list[ChartFigure], str]:
    """Draw the panel if it is open, and return its figures and code, both empty while it is closed."""
    panel = linked_expander("Is the learned table smooth? Its principal components and periods", OPEN)
    if panel is None:
        return [], ""
    with draw_settings_in(panel):
        match context.encoding.kind:
            case PositionKind.ROTARY:
                return _draw_rotations(context, count), snippet(
                    POSITIONS, "turns", context.model, bases=list(rotary_bases(context.encoding))
                )
            case PositionKind.NONE:
                st.text("All position vectors of this model are zero, so there is nothing to draw.")
                return [], snippet(POSITIONS, "shape", context.model, count=count, left_out=[])
            case _:
                left_out = list(position_outliers(context.model.id, count).positions)
                return _draw_table_shape(context, count), snippet(
                    POSITIONS, "shape", context.model, count=count, left_out=left_out
                )


def _draw_table_shape(context: PositionsContext, count: int) -> list[ChartFigure]:
    vectors, waves = position_components(context.model.id, count), position_spectrum(context.model.id, count)
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


def _draw_rotations(context: PositionsContext, count: int) -> list[ChartFigure]:
    """Draw the rotations of a model without a table: each pair's speed follows from a formula."""
    st.text(f"{context.model.name} has no table of positions: it rotates queries and keys.")
    figures = []
    for number, base in enumerate(context.encoding.bases):
        similarities = rotary_similarity(count, context.encoding.head_width, base=base)
        last = similarities.shape[1] - 1
        table = rotary_table(similarities, sorted({0, last // 4, last // 2, last}))
        chart, name = rotary_curves(table), rotary_name(context.encoding, base)
        turns = frequency_finding(frequencies(context.encoding.head_width, base=base), base=base)
        st.text(f"{name}: {turns} {rotary_finding(similarities)}")
        st.altair_chart(chart, key=f"shape-turns-{number}", alt=rotary_finding(similarities))
        figures.append(ChartFigure(f"turns-{number + 1}", chart, table))
    return figures
