"""Bars with their names above them, since long names beside bars leave no room for bars on a phone."""

import altair as alt
import pandas as pd

from components.charts.theme import INK, TYPE_SIZE

BESIDE = 120  # pixels, a third of a phone's width: wider names are put above their bars
ROW_HEIGHT = 54  # pixels: a name, and its bar below it
NAME_AT, BAR_AT, BAR_HEIGHT = 0.22, 0.48, 0.42  # of a row, from its upper edge
BETWEEN = 10  # pixels between the longest bar and the figures


def with_row_positions(table: pd.DataFrame) -> pd.DataFrame:
    """``table`` with columns for the vertical positions of names and bars, and for the start of the bars.

    Args:
        table: ``row`` from 1.
    """
    upper = table["row"] - 0.5
    return table.assign(
        name_at=upper + NAME_AT,
        bar_from=upper + BAR_AT,
        bar_to=upper + BAR_AT + BAR_HEIGHT,
        bar_middle=upper + BAR_AT + BAR_HEIGHT / 2,
        from_zero=0.0,
    )


def length_scale(domain: list[float], *, figure_width: int) -> alt.Scale:
    """A scale for bars that leaves room for the figures on the right."""
    return alt.Scale(domain=domain, range=[0, alt.ExprRef(f"width - {figure_width + BETWEEN}")], nice=False)


def row_axis(field: str, count: int) -> alt.Y:
    """Vertical positions, from the column ``field``, in ``count`` rows from top to bottom."""
    return alt.Y(f"{field}:Q", axis=None, scale=alt.Scale(domain=[0.5, count + 0.5], reverse=True, nice=False))


def row_bars(
    table: pd.DataFrame, *, value: str, scale: alt.Scale, colour: object, tooltip: list[alt.Tooltip]
) -> alt.Chart:
    """One bar per row, from zero.

    Args:
        table: As :func:`with_row_positions` makes it.
        value: The column of lengths.
        scale: As :func:`length_scale` makes it.
        colour: A colour, or a condition that chooses one.
        tooltip: What is shown for a bar.
    """
    bars: alt.Chart = (
        alt.Chart(table)
        .mark_bar(cornerRadiusEnd=4, orient="horizontal")
        .encode(
            x=alt.X(f"{value}:Q", axis=None, scale=scale),
            x2="from_zero:Q",
            y=row_axis("bar_from", len(table)),
            y2="bar_to:Q",
            color=colour,
            tooltip=tooltip,
        )
    )
    return bars


def row_texts(
    table: pd.DataFrame, *, name: str, figure: str, scale: alt.Scale, size: float | alt.ExprRef = TYPE_SIZE - 2
) -> list[alt.Chart]:
    """Names above the bars and figures at their ends.

    Args:
        table: As :func:`with_row_positions` makes it, with the column ``figure_at``, where the figures begin.
        name: The column of names.
        figure: The column of figures.
        scale: Of the bars, as :func:`length_scale` makes it.
        size: Of the letters, in pixels.
    """
    base, ink = alt.Chart(table), alt.ExprRef(INK)
    names = base.mark_text(align="left", fontSize=size, fontWeight=600, color=ink, limit=alt.ExprRef("width")).encode(
        x=alt.value(0), y=row_axis("name_at", len(table)), text=f"{name}:N"
    )
    figures = base.mark_text(align="left", baseline="middle", dx=8, fontSize=size, color=ink).encode(
        x=alt.X("figure_at:Q", axis=None, scale=scale), y=row_axis("bar_middle", len(table)), text=f"{figure}:N"
    )
    return [names, figures]


def rows_chart(
    layers: list[alt.Chart], table: pd.DataFrame, *, name: str, figure: str, scale: alt.Scale
) -> alt.LayerChart:
    """The layers with the names and figures of their rows, as tall as the rows need. Arguments as above."""
    together = alt.LayerChart(layer=[*layers, *row_texts(table, name=name, figure=figure, scale=scale)])
    chart: alt.LayerChart = together.properties(height=ROW_HEIGHT * len(table))
    return chart
