"""A map of sentences, with a colour and a shape for each label."""

import altair as alt
import pandas as pd

from components.charts.guides import legend
from components.charts.theme import KIND_COLOURS
from components.charts.titles import with_title

SIDE = 360  # pixels
SHAPES = ("circle", "triangle-up", "square", "diamond", "cross", "triangle-down")
MapBounds = tuple[float, float, float, float]


def sentence_map(
    table: pd.DataFrame, *, labels: tuple[str, ...], bounds: MapBounds, height: int = SIDE, title: str
) -> alt.Chart:
    """One point a sentence.

    Args:
        table: ``x``, ``y``, ``label``, ``sentence``.
        labels: Their names, in order.
        bounds: The lowest and highest x and y: the same for maps that are compared.
        height: In pixels.
        title: Of the chart.
    """
    left, right, low, high = bounds
    names = list(labels)
    colours = [KIND_COLOURS[place % len(KIND_COLOURS)] for place in range(len(names))]
    shapes = [SHAPES[place % len(SHAPES)] for place in range(len(names))]
    key = legend(None, columns=2, symbolSize=120)
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_point(filled=True, size=75, opacity=0.75)
        .encode(
            x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[left, right], nice=False, padding=10)),
            y=alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[low, high], nice=False, padding=10)),
            color=alt.Color("label:N", scale=alt.Scale(domain=names, range=colours), legend=key),
            shape=alt.Shape("label:N", scale=alt.Scale(domain=names, range=shapes), legend=key),
            tooltip=[alt.Tooltip("sentence:N", title="Sentence"), alt.Tooltip("label:N", title="Label")],
        )
        .properties(height=height)
    )
    return with_title(chart, title)
