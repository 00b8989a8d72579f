"""Bars with confidence intervals, for shares measured on a sample."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.theme import COLOUR, INK

FIGURE_WIDTH = 150  # pixels


def interval_bars(table: pd.DataFrame, *, figure_width: int = FIGURE_WIDTH) -> alt.LayerChart:
    """One bar per share, with its interval as a line.

    Names are above the bars, figures on the right.

    Args:
        table: ``row`` from 1; ``name``; ``value`` with ``low`` and ``high``; ``figure``, the text beside the bar.
        figure_width: Room for the figures, in pixels.
    """
    scale = rows_above.length_scale([0, max(1.0, float(table["high"].max()))], figure_width=figure_width)
    tooltip = [
        alt.Tooltip("name:N", title="Measure"),
        alt.Tooltip("value:Q", title="Share", format=".3f"),
    ]
    if table["low"].notna().any():  # one observation has no interval
        tooltip += [
            alt.Tooltip("low:Q", title="95% interval from", format=".3f"),
            alt.Tooltip("high:Q", title="95% interval to", format=".3f"),
        ]
    table = rows_above.with_row_positions(table)
    bars = rows_above.row_bars(table, value="value", scale=scale, colour=alt.value(COLOUR), tooltip=tooltip)
    lines = (
        alt.Chart(table)
        .mark_rule(color=alt.ExprRef(INK), strokeWidth=3)
        .encode(
            x=alt.X("low:Q", axis=None, scale=scale),
            x2="high:Q",
            y=rows_above.row_axis("bar_middle", len(table)),
            tooltip=tooltip,
        )
    )
    return rows_above.rows_chart([bars, lines], table, name="name", figure="figure")
