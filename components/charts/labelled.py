"""Charts of named values: bars from zero or dots on a logarithmic scale, with their figures on the right."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.guides import axis
from components.charts.rows_beside import row_labels, with_row_figures
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
    keeps_beside: bool = False,
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
        keeps_beside: Whether long names are written on the left, too: for a projector, which is wide but low.
    """
    low, high = min(0.0, table[value].min()), max(0.0, scale_max, table[value].max())
    above = name_width > rows_above.BESIDE and not keeps_beside
    domain = [low, high if high > low else 1.0]
    scale = rows_above.length_scale(domain, figure_width=figure_width) if above else alt.Scale(domain=domain)
    colour = alt.condition(f"datum.{value} < 0 || {other}", alt.value(SECOND_COLOUR), alt.value(COLOUR))
    tooltip = [
        alt.Tooltip(f"{name}:N", title=name.capitalize()),
        alt.Tooltip(f"{value}:Q", title=title, format=".4f"),
    ]
    if above:
        table = rows_above.with_row_positions(table)
        bars = rows_above.row_bars(table, value=value, scale=scale, colour=colour, tooltip=tooltip)
        zero = alt.Chart(table).encode(
            x=alt.X("from_zero:Q", axis=None, scale=scale),
            y=rows_above.row_axis("bar_from", len(table)),
            y2="bar_to:Q",
        )
        layers = [bars, zero.mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)]
        return rows_above.rows_chart(layers, table, name=name, figure=figure)
    x = alt.X(f"{value}:Q", axis=None, scale=scale)
    bars = _base(table, name=name, width=name_width).mark_bar(cornerRadiusEnd=4, height={"band": 0.72})
    zero = alt.Chart(pd.DataFrame({value: [0.0]})).mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)
    layers = [bars.encode(x=x, color=colour, tooltip=tooltip), zero.encode(x=x)]
    return with_row_figures(layers, table, figure=figure, width=figure_width)


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
    return with_row_figures([dots], table, figure=figure, width=FIGURE_WIDTH, extra_height=SCALE_HEIGHT)


def _base(table: pd.DataFrame, *, name: str, width: int = NAME_WIDTH) -> alt.Chart:
    return alt.Chart(table).encode(y=alt.Y("row:O", axis=row_labels(table[name], orient="left", width=width)))
