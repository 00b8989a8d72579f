"""Charts of what pushes one word against another: groups of parts, and a grid of all heads and feed-forward layers."""

import altair as alt
import pandas as pd

from components.charts.cells import NUMBERED_CELL_LIMIT, diverging_scale, ink_on
from components.charts.guides import cell_axis, legend
from components.charts.labelled import labelled_bars
from components.charts.theme import INK, TYPE_SIZE

CELL_HEIGHT, SMALL_CELL_HEIGHT = 40, 24  # pixels
LEAST_SPAN = 0.05  # nats; keeps tiny values from filling the colour scale


def group_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per group of parts, and one for their sum.

    Args:
        table: As :func:`components.inside.tables.pushes.group_table` makes it.
    """
    return labelled_bars(
        table, value="push", name="group", figure="figure", title="Log-odds (nats)", name_width=210, figure_width=90
    )


def push_grid(table: pd.DataFrame, *, title: str) -> alt.LayerChart:
    """One cell per head, and one per feed-forward layer in the last column; blue pushes towards the first word.

    Args:
        table: As :func:`components.inside.tables.pushes.push_table` makes it.
        title: Of the colours, with their unit.
    """
    span = max(LEAST_SPAN, float(table["push"].abs().max()))
    is_numbered = len(table) <= NUMBERED_CELL_LIMIT
    columns = list(dict.fromkeys(table["column"]))
    base = alt.Chart(table).encode(
        x=alt.X("column:N", axis=cell_axis("Head, and feed-forward (FF)", orient="top"), sort=columns),
        y=alt.Y("layer:O", axis=cell_axis("Layer")),
    )
    cells = base.mark_rect(stroke=alt.ExprRef(INK), strokeWidth=0.5, strokeOpacity=0.6).encode(
        color=alt.Color(
            "push:Q",
            scale=diverging_scale(span),
            legend=legend(title, orient="bottom", format=".2~f"),
        ),
        tooltip=[alt.Tooltip("name:N", title="Part"), alt.Tooltip("push:Q", title="Log-odds (nats)", format=".4f")],
    )
    marks = base.mark_text(fontSize=TYPE_SIZE - 3, color=alt.ExprRef(ink_on("push")))
    if is_numbered:
        marks = marks.encode(text="figure:N")
    else:
        marks = marks.transform_filter("datum.push <= -0.05").encode(text=alt.value("−"))
    height = alt.Step(CELL_HEIGHT if is_numbered else SMALL_CELL_HEIGHT)
    grid: alt.LayerChart = alt.LayerChart(layer=[cells, marks]).properties(height=height)
    return grid
