"""Bars with intervals: shares that were measured on a sample."""

import altair as alt
import pandas as pd

from components.charts.candidates import ROW_HEIGHT, row_labels
from components.charts.theme import COLOUR, INK

NAME_WIDTH, FIGURE_WIDTH = 170, 120  # pixels


def interval_bars(
    table: pd.DataFrame, *, name_width: int = NAME_WIDTH, figure_width: int = FIGURE_WIDTH
) -> alt.LayerChart:
    """One bar a share, a line across its end from one end of the interval to the other, and figures on the right.

    Args:
        table: ``row`` from 1; ``name``; ``value`` with ``low`` and ``high``; ``figure``, what stands beside the bar.
        name_width: Room for the names, in pixels.
        figure_width: Room for the figures.
    """
    base = alt.Chart(table)
    rows = alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=name_width))
    scale = alt.Scale(domain=[0, max(1.0, float(table["high"].max()))], nice=False)
    tooltip = [
        alt.Tooltip("name:N", title="Measure"),
        alt.Tooltip("value:Q", title="Share", format=".3f"),
        alt.Tooltip("low:Q", title="95% interval from", format=".3f"),
        alt.Tooltip("high:Q", title="95% interval to", format=".3f"),
    ]
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.6}, color=COLOUR).encode(
        x=alt.X("value:Q", axis=None, scale=scale), y=rows, tooltip=tooltip
    )
    lines = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=3).encode(
        x=alt.X("low:Q", axis=None, scale=scale), x2="high:Q", y=rows, tooltip=tooltip
    )
    figures = base.mark_point(opacity=0).encode(
        y=alt.Y("row:O", axis=row_labels(table["figure"], orient="right", width=figure_width))
    )
    # Bars and lines share their rows, the figures have an axis of their own.
    together = alt.layer(alt.layer(bars, lines), figures).resolve_scale(y="independent")
    chart: alt.LayerChart = together.properties(height=ROW_HEIGHT * len(table))
    return chart
