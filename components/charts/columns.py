"""Columns over whole numbers: how many there are of each, also of those that nobody has."""

import altair as alt
import pandas as pd

from components.charts.guides import cell_axis
from components.charts.theme import COLOUR, INK, TYPE_SIZE

HEIGHT = 240  # pixels


def count_columns(table: pd.DataFrame, *, value: str, count: str, value_title: str, count_title: str) -> alt.LayerChart:
    """One column per number, with its count above it. A number without a column has a place on the axis.

    Args:
        table: One row per number, in ascending order.
        value: The column of numbers.
        count: The column of counts.
        value_title: The title of the axis of numbers.
        count_title: The name of ``count`` in tooltips.
    """
    # On a phone not every number has room for its label.
    numbers = cell_axis(value_title, labelOverlap=True, labelSeparation=4)
    highest = max(1, int(table[count].max()))
    # Every layer has the same scale and no axis: where one only has the scale, Vega draws nothing at all.
    heights = alt.Y(f"{count}:Q", axis=None, scale=alt.Scale(domain=[0, highest]))
    base = alt.Chart(table).encode(
        x=alt.X(f"{value}:O", axis=numbers, scale=alt.Scale(paddingInner=0.2, paddingOuter=0.1)),
        y=heights,
        tooltip=[alt.Tooltip(f"{value}:O", title=value_title), alt.Tooltip(f"{count}:Q", title=count_title)],
    )
    columns = base.mark_bar(color=COLOUR, cornerRadiusEnd=4)
    floor = alt.Chart(pd.DataFrame({count: [0]})).mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)
    figures = base.transform_filter(alt.datum[count] > 0).mark_text(
        dy=-TYPE_SIZE / 2, baseline="middle", fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK)
    )
    layers = [columns, floor.encode(y=heights), figures.encode(text=f"{count}:Q")]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HEIGHT)
    return chart
