"""Charts of named values: bars from zero, with their figures at their ends."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.rows_beside import end_figures, row_labels, rows_height
from components.charts.theme import COLOUR, INK, SECOND_COLOUR

NAME_WIDTH, FIGURE_WIDTH = 120, 150  # pixels


def labelled_bars(
    table: pd.DataFrame,
    *,
    value: str,
    name: str,
    figure: str,
    other: str = "false",
    colour: str = COLOUR,
    other_colour: str = SECOND_COLOUR,
    title: str = "Value",
    name_width: int = NAME_WIDTH,
    figure_width: int = FIGURE_WIDTH,
    scale_max: float = 0.0,
) -> alt.LayerChart:
    """One bar per row; negative bars, and those for which ``other`` holds, have another colour.

    Args:
        table: With a column ``row`` from 1, in the order from top to bottom.
        value: The column of lengths.
        name: The column of names, written on the left, or above the bars if names are long.
        figure: The column written at the bars' ends.
        other: A Vega expression over ``datum``.
        colour: The colour of the bars.
        other_colour: The other colour.
        title: The name of ``value`` in tooltips.
        name_width: Width of the names in pixels. Above a third of a phone's width, names are put above the bars.
        figure_width: Width of the figures in pixels. On a phone, names, figures and bars share 350 pixels.
        scale_max: The value of a full-length bar; 0 for the largest value.
    """
    low, high = min(0.0, table[value].min()), max(0.0, scale_max, table[value].max())
    above = name_width > rows_above.BESIDE
    domain = [low, high if high > low else 1.0]
    scale = rows_above.length_scale(domain, figure_width=figure_width)
    filled = alt.condition(f"datum.{value} < 0 || {other}", alt.value(other_colour), alt.value(colour))
    tooltip = [
        alt.Tooltip(f"{name}:N", title=name.capitalize()),
        alt.Tooltip(f"{value}:Q", title=title, format=".4f"),
    ]
    if above:
        table = rows_above.with_row_positions(table).assign(figure_at=table[value].clip(lower=0.0))
        bars = rows_above.row_bars(table, value=value, scale=scale, colour=filled, tooltip=tooltip)
        zero = alt.Chart(table).encode(
            x=alt.X("from_zero:Q", axis=None, scale=scale),
            y=rows_above.row_axis("bar_from", len(table)),
            y2="bar_to:Q",
        )
        layers = [bars, zero.mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)]
        return rows_above.rows_chart(layers, table, name=name, figure=figure, scale=scale)
    x = alt.X(f"{value}:Q", axis=None, scale=scale)
    base = alt.Chart(table).encode(y=alt.Y("row:O", axis=row_labels(table[name], orient="left", width=name_width)))
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(x=x, color=filled, tooltip=tooltip)
    zero = alt.Chart(pd.DataFrame({value: [0.0]})).mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5).encode(x=x)
    layers = [bars, zero, end_figures(alt.Chart(table), value=value, figure=figure)]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=rows_height(len(table)))
    return chart
