"""Charts of named values: bars from zero or dots on a logarithmic scale, with their figures on the right."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.candidates import ROW_HEIGHT, row_labels
from components.charts.guides import axis
from components.charts.theme import COLOUR, INK, SECOND_COLOUR

NAME_WIDTH, FIGURE_WIDTH = 120, 150  # pixels
SCALE_HEIGHT = 50  # pixels below the rows


def labelled_bars(
    table: pd.DataFrame,
    *,
    value: str,
    name: str,
    figure: str,
    other: str = "false",
    title: str = "Value",
    name_width: int = NAME_WIDTH,
    figure_width: int = FIGURE_WIDTH,
    scale_max: float = 0.0,
) -> alt.LayerChart:
    """One bar per row; negative bars, and those for which ``other`` holds, have the second colour.

    Args:
        table: With a column ``row`` from 1, in the order from top to bottom.
        value: The column of lengths.
        name: The column of names, written on the left, or above the bars if names are long.
        figure: The column written on the right.
        other: A Vega expression over ``datum``.
        title: The name of ``value`` in tooltips.
        name_width: Width of the names in pixels. Above a third of a phone's width, names are put above the bars.
        figure_width: Width of the figures in pixels. On a phone, names, figures and bars share 350 pixels.
        scale_max: The value of a full-length bar; 0 for the largest value.
    """
    low, high = min(0.0, table[value].min()), max(0.0, scale_max, table[value].max())
    above = name_width > rows_above.BESIDE
    domain = [low, high if high > low else 1.0]
    scale = rows_above.length_scale(domain, figure_width=figure_width) if above else alt.Scale(domain=domain)
    x = alt.X(f"{value}:Q", axis=None, scale=scale)
    if above:
        table = rows_above.with_row_positions(table)
        base = alt.Chart(table).encode(y=rows_above.row_axis("bar_from", len(table)), y2="bar_to:Q")
        bars = base.mark_bar(cornerRadiusEnd=4, orient="horizontal").encode(x=x, x2="from_zero:Q")
        zero = base.encode(x=alt.X("from_zero:Q", axis=None, scale=scale))
    else:
        bars = _base(table, name=name, width=name_width).mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(x=x)
        zero = alt.Chart(pd.DataFrame({value: [0.0]})).encode(x=x)
    bars = bars.encode(
        color=alt.condition(f"datum.{value} < 0 || {other}", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
        tooltip=[
            alt.Tooltip(f"{name}:N", title=name.capitalize()),
            alt.Tooltip(f"{value}:Q", title=title, format=".4f"),
        ],
    )
    layers = [bars, zero.mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)]
    if not above:
        return _labelled(layers, table, figure=figure, width=figure_width)
    together = alt.LayerChart(layer=[*layers, *rows_above.row_texts(table, name=name, figure=figure)])
    chart: alt.LayerChart = together.properties(height=rows_above.ROW_HEIGHT * len(table))
    return chart


def log_dots(table: pd.DataFrame, *, value: str, name: str, figure: str, title: str = "Value") -> alt.LayerChart:
    """One dot per row on a logarithmic scale, where bars would have no zero. Arguments as in :func:`labelled_bars`."""
    shown = table.assign(**{value: table[value].clip(lower=1e-300)})
    low = float(shown[value].min())
    below = axis(None, format="~e", tickCount=5, labelOverlap=True)
    dots = _base(shown, name=name).mark_point(filled=True, size=240, opacity=1, color=COLOUR)
    dots = dots.encode(
        x=alt.X(f"{value}:Q", axis=below, scale=alt.Scale(type="log", domain=[low / 3, 1])),
        tooltip=[
            alt.Tooltip(f"{name}:N", title=name.capitalize()),
            alt.Tooltip(f"{value}:Q", title=title, format=".3e"),
        ],
    )
    return _labelled([dots], table, figure=figure, below=SCALE_HEIGHT)


def _base(table: pd.DataFrame, *, name: str, width: int = NAME_WIDTH) -> alt.Chart:
    return alt.Chart(table).encode(y=alt.Y("row:O", axis=row_labels(table[name], orient="left", width=width)))


def _labelled(
    layers: list[alt.Chart], table: pd.DataFrame, *, figure: str, width: int = FIGURE_WIDTH, below: int = 0
) -> alt.LayerChart:
    figures = (
        alt.Chart(table)
        .mark_point(opacity=0)
        .encode(y=alt.Y("row:O", axis=row_labels(table[figure], orient="right", width=width)))
    )
    together = alt.LayerChart(layer=[*layers, figures]).resolve_scale(y="independent")
    chart: alt.LayerChart = together.properties(height=ROW_HEIGHT * len(table) + below)
    return chart
