"""The centres of gravity of all tasks over the layers."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.theme import KIND_COLOURS
from components.probing.tables.stack import MEAN, ORDER

ROW_HEIGHT = 28  # pixels
TASK_HEIGHT, MEAN_HEIGHT = 10, 22
AXES_HEIGHT = 88


def centre_chart(table: pd.DataFrame, layer_count: int) -> alt.LayerChart:
    """One row per task: a bar for the interval, and a line at the centre. Those of a group's mean are higher.

    Marks are not wider than the interval, so that on a phone one sees which overlap.

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
    scale = alt.Scale(domain=[0, layer_count], nice=False)
    # Both marks name the axis: with the defaults of one of them, a narrow chart would leave out layers.
    layers_axis = layer_axis(range(layer_count + 1), title="Average layer of the gain")
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
    height = alt.condition(f"datum.kind === '{MEAN}'", alt.value(MEAN_HEIGHT), alt.value(TASK_HEIGHT))
    intervals = base.mark_bar(opacity=0.45).encode(
        x=alt.X("low:Q", scale=scale, axis=layers_axis), x2="high:Q", size=height
    )
    centres = base.mark_tick(thickness=3, opacity=1).encode(
        x=alt.X("centre:Q", scale=scale, axis=layers_axis), size=height
    )
    layers: alt.LayerChart = alt.LayerChart(layer=[intervals, centres])
    return layers.properties(height=ROW_HEIGHT * len(table) + AXES_HEIGHT)
