"""Bars with confidence intervals, for shares measured on a sample."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.theme import COLOUR, GREY, INK, TYPE_SIZE
from components.tables.numbers import percentage

FIGURE_WIDTH = 150  # pixels
NARROW = 420  # pixels: below this width, names reach the line of chance
ROW_NAME = rows_above.ROW_HEIGHT * rows_above.NAME_AT  # pixels from the top: the name of the first row


def interval_bars(
    table: pd.DataFrame, *, figure_width: int = FIGURE_WIDTH, other: str = "false", chance: float | None = None
) -> alt.LayerChart:
    """One bar per share, with its interval as a line.

    Names are above the bars, figures after their ends.

    Args:
        table: ``row`` from 1; ``name``; ``value`` with ``low`` and ``high``; ``figure``, the text beside the bar.
        figure_width: Room for the figures, in pixels.
        other: A Vega expression over ``datum``; bars for which it holds are grey.
        chance: The share that guessing gets, drawn as a line through all rows where the chart is wide enough.
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
    table = rows_above.with_row_positions(table).assign(figure_at=table[["value", "high"]].max(axis=1))
    colour = alt.condition(other, alt.value(GREY), alt.value(COLOUR))
    bars = rows_above.row_bars(table, value="value", scale=scale, colour=colour, tooltip=tooltip)
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
    layers = [bars, lines] if chance is None else [bars, lines, *_chance_line(chance, scale)]
    return rows_above.rows_chart(layers, table, name="name", figure="figure", scale=scale)


def _chance_line(chance: float, scale: alt.Scale) -> list[alt.Chart]:
    """A dashed line, and what it is; neither on a phone, where the names would cross them."""
    table, ink = pd.DataFrame({"chance": [chance], "text": [f"guessing gets {percentage(chance)}"]}), alt.ExprRef(INK)
    wide = alt.ExprRef(f"width < {NARROW} ? 0 : 1")
    base = alt.Chart(table).encode(x=alt.X("chance:Q", axis=None, scale=scale))
    line = base.mark_rule(color=ink, strokeDash=[4, 4], strokeWidth=1.5, opacity=wide)
    text = base.mark_text(color=ink, align="left", dx=8, fontSize=TYPE_SIZE - 2, opacity=wide)
    return [line, text.encode(y=alt.value(ROW_NAME), text="text:N")]
