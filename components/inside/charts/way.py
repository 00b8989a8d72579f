"""Bars of a token's way through the layers: how likely the last guess is, and what each part adds."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars
from components.charts.rows_above import length_scale
from components.charts.rows_beside import end_figures, row_labels, rows_height
from components.charts.theme import COLOUR, GREY

NAME_WIDTH, FIGURE_WIDTH = 116, 130  # pixels
GUESS_WIDTH, LETTER = 190, 9
LEAST_HEIGHT = 380  # pixels: a few layers fill the page, too


def guess_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per layer: the probability of the last guess there; grey while the guess there is another.

    Args:
        table: As :func:`components.inside.tables.way.guess_table` makes it.
    """
    wide = LETTER * int(table["figure"].str.len().max())
    length = length_scale([0.0, float(table["probability"].max()) or 1.0], figure_width=wide)
    base = alt.Chart(table)
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(
        x=alt.X("probability:Q", axis=None, scale=length),
        y=alt.Y("row:O", axis=row_labels(table["label"], orient="left", width=GUESS_WIDTH)),
        color=alt.condition("datum.is_last", alt.value(COLOUR), alt.value(GREY)),
        tooltip=[
            alt.Tooltip("stop:N", title="Stop"),
            alt.Tooltip("guess:N", title="Top guess"),
            alt.Tooltip("probability:Q", title="Probability of the last guess", format=".4f"),
        ],
    )
    words = end_figures(base, value="probability", figure="figure")
    layers: alt.LayerChart = alt.LayerChart(layer=[bars, words]).properties(
        height=max(LEAST_HEIGHT, rows_height(len(table)))
    )
    return layers


def written_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per stop: the length of the vector that the part adds.

    Args:
        table: As :func:`components.inside.tables.way.way_table` makes it.
    """
    return labelled_bars(
        table,
        value="written",
        name="stop",
        figure="lengths",
        other="datum.part === 'feed-forward'",
        title="Length of what is added",
        name_width=NAME_WIDTH,
        figure_width=FIGURE_WIDTH,
    )
