"""Rows with a name on the left, the label of an axis, and a figure: on the right, or at the end of a bar."""

import json
from collections.abc import Iterable, Sequence
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.theme import INK, TYPE_SIZE

ROW_HEIGHT = 34  # pixels: large enough for the last row of a lecture hall
LEAST_ROWS = 2  # Streamlit keeps about the height of a row free: a chart of one row would have no bar


def with_row_figures(
    layers: Sequence[alt.Chart],
    table: pd.DataFrame,
    *,
    figure: str,
    width: int,
    extra_height: int = 0,
) -> alt.LayerChart:
    """The layers with the figures of their rows on the right.

    Args:
        layers: Charts whose ``y`` is the column ``row``, with names as :func:`row_labels`.
        table: A row for each row of the chart, numbered from 1 in the column ``row``.
        figure: The column of figures.
        width: Width of the figures in pixels.
        extra_height: Pixels above and below the rows, such as for an axis.
    """
    figures = (
        alt.Chart(table)
        .mark_point(opacity=0)
        .encode(y=alt.Y("row:O", axis=row_labels(table[figure], orient="right", width=width)))
    )
    combined = alt.layer(alt.layer(*layers), figures).resolve_scale(y="independent")
    # Not by steps: with independent scales for names and figures, the axis below would be misplaced.
    chart: alt.LayerChart = combined.properties(height=rows_height(len(table)) + extra_height)
    return chart


def end_figures(base: alt.Chart, *, value: str, figure: str, row: str = "row") -> alt.Chart:
    """The figures of bars, at their ends; of bars to the left of zero, on its right.

    Args:
        base: A chart of the table of the bars, which set the scale (:func:`components.charts.rows_above.length_scale`).
        value: The column of lengths.
        figure: The column of figures.
        row: The column that numbers the rows from 1.
    """
    figures: alt.Chart = (
        base.transform_calculate(figure_at=f"max(0, datum.{value} || 0)")
        .mark_text(align="left", baseline="middle", dx=8, fontSize=TYPE_SIZE, color=alt.ExprRef(INK))
        .encode(x="figure_at:Q", y=f"{row}:O", text=f"{figure}:N")
    )
    return figures


def rows_height(count: int) -> int:
    """The height in pixels of a chart with ``count`` rows."""
    return ROW_HEIGHT * max(count, LEAST_ROWS)


def label_expression(texts: Iterable[str]) -> str:
    """A Vega expression for the text of row 1, 2 and so on."""
    return f"{json.dumps(list(texts))}[datum.value - 1]"


def row_labels(texts: pd.Series, *, orient: Literal["left", "right"], width: int) -> alt.Axis:
    """An axis with ``texts`` as the labels of ranks 1, 2 and so on."""
    return alt.Axis(
        title=None,
        orient=orient,
        domain=False,
        ticks=False,
        labelExpr=label_expression(texts),
        labelColor=alt.ExprRef(INK),
        labelFontSize=TYPE_SIZE,
        labelFontWeight=600 if orient == "left" else 400,
        labelLimit=width,
        labelPadding=10,
        labelFlush=False,  # otherwise the theme moves the first label off its row
        minExtent=width,
        maxExtent=width,
    )
