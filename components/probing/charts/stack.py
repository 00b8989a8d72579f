"""The centres of gravity of all tasks over the layers."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.theme import KIND_COLOURS
from components.probing.tables.stack import MEAN, ORDER

ROW_HEIGHT = 28  # pixels
AXES_HEIGHT = 88


def centre_chart(table: pd.DataFrame, layer_count: int) -> alt.LayerChart:
    """One row per task with its centre and interval; the mean of each group is a large diamond.

    Args:
        table: As :func:`components.probing.tables.stack.stack_table` makes it.
        layer_count: The number of layers above the embeddings.
    """
    groups = [group.value for group in ORDER if group.value in set(table["group"])]
    colour = alt.Color(
        "group:N",
        scale=alt.Scale(domain=groups, range=list(KIND_COLOURS[: len(groups)])),
        legend=None,  # the rows are named, and on a phone it would be cut off
    )
    across = alt.X(
        "centre:Q",
        scale=alt.Scale(domain=[0, layer_count], nice=False),
        axis=axis("Average layer of the gain", values=list(range(layer_count + 1)), format="d"),
    )
    base = alt.Chart(table).encode(
        y=alt.Y("task:N", sort=list(table["task"]), axis=axis(None, grid=False, labelLimit=200)),
        color=colour,
        tooltip=[
            alt.Tooltip("task:N", title="Task"),
            alt.Tooltip("centre:Q", title="Centre of gravity", format=".2f"),
            alt.Tooltip("low:Q", title="95% interval from", format=".2f"),
            alt.Tooltip("high:Q", title="95% interval to", format=".2f"),
            alt.Tooltip("best:Q", title="Best layer", format="d"),
        ],
    )
    intervals = base.mark_rule(strokeWidth=3).encode(x=alt.X("low:Q"), x2="high:Q")
    points = base.mark_point(filled=True, opacity=1).encode(
        x=across,
        size=alt.condition(f"datum.kind === '{MEAN}'", alt.value(360), alt.value(130)),
        shape=alt.condition(f"datum.kind === '{MEAN}'", alt.value("diamond"), alt.value("circle")),
    )
    layers: alt.LayerChart = alt.LayerChart(layer=[intervals, points])
    return layers.properties(height=ROW_HEIGHT * len(table) + AXES_HEIGHT)
