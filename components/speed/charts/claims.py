"""Chart of claims beside measurements."""

import altair as alt
import pandas as pd

from components.charts.rows_beside import row_labels, with_row_figures
from components.charts.theme import COLOUR, INK, SECOND_COLOUR
from components.speed.charts.axes import number_axis
from components.speed.charts.bars import SCALE_HEIGHT

NAME_WIDTH, FIGURE_WIDTH = 132, 172  # pixels


def claim_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per claim for the measured value, with its interval, and a thick tick at the claimed value.

    Args:
        table: As :func:`components.speed.tables.claims.claim_table` makes it.
    """
    rows = alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=NAME_WIDTH))
    minimum, maximum = min(0.0, float(table["low"].min())), max(1.0, 1.05 * float(table["high"].max()))
    scale = alt.Scale(domain=[minimum, maximum], nice=False)
    axis = number_axis("Measured", form="%")
    tooltip = [
        alt.Tooltip("name:N", title="Claim"),
        alt.Tooltip("claimed:Q", title="Claimed", format=".0%"),
        alt.Tooltip("paper:Q", title="From the paper’s figures", format=".1%"),
        alt.Tooltip("value:Q", title="Measured", format=".1%"),
        alt.Tooltip("low:Q", title="from", format=".1%"),
        alt.Tooltip("high:Q", title="to (95%)", format=".1%"),
    ]
    base = alt.Chart(table)
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.6}, color=COLOUR).encode(
        x=alt.X("value:Q", axis=axis, scale=scale), y=rows, tooltip=tooltip
    )
    intervals = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=3).encode(
        x=alt.X("low:Q", axis=axis, scale=scale), x2="high:Q", y=rows, tooltip=tooltip
    )
    ticks = base.mark_tick(
        color=SECOND_COLOUR, thickness=6, height={"band": 0.95}, stroke=alt.ExprRef(INK), strokeWidth=1
    ).encode(x=alt.X("claimed:Q", axis=axis, scale=scale), y=rows, tooltip=tooltip)
    layers = [bars, intervals, ticks]
    return with_row_figures(layers, table, figure="figure", width=FIGURE_WIDTH, extra_height=SCALE_HEIGHT)
