"""A map of sentences, with a colour and a shape for each label."""

from typing import Any

import altair as alt
import pandas as pd

from components.charts.guides import legend
from components.charts.theme import INK, KIND_COLOURS, TWO_LABEL_COLOURS, TYPE_SIZE
from components.charts.titles import with_title

SIDE = 290  # pixels
SIDES_ROOM = 0.12  # above the points, as a share of their range: the names of the two sides
SHAPES = ("circle", "triangle-up", "square", "diamond", "cross", "triangle-down")
MapBounds = tuple[float, float, float, float]


def sentence_map(
    table: pd.DataFrame,
    *,
    labels: tuple[str, ...],
    bounds: MapBounds,
    height: int = SIDE,
    title: str,
    divided: bool = False,
) -> alt.LayerChart:
    """One point a sentence.

    Args:
        table: ``x``, ``y``, ``label``, ``sentence``.
        labels: Their names, in order.
        bounds: The lowest and highest x and y: the same for maps that are compared.
        height: In pixels.
        title: Of the chart.
        divided: Whether a line at ``x`` = 0 divides the answers, of which the second is on its right.
    """
    left, right, low, high = bounds
    top = high + SIDES_ROOM * (high - low) if divided else high
    names = list(labels)
    palette = TWO_LABEL_COLOURS if len(names) == len(TWO_LABEL_COLOURS) else KIND_COLOURS
    colours = [palette[place % len(palette)] for place in range(len(names))]
    shapes = [SHAPES[place % len(SHAPES)] for place in range(len(names))]
    key = legend("Right label:", columns=2, symbolSize=120, titleOrient="left")
    across = alt.Scale(domain=[left, right], nice=False, padding=10)
    points = (
        alt.Chart(table)
        .mark_point(filled=True, size=75, opacity=0.75)
        .encode(
            x=alt.X("x:Q", axis=None, scale=across),
            y=alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[low, top], nice=False, padding=10)),
            color=alt.Color("label:N", scale=alt.Scale(domain=names, range=colours), legend=key),
            shape=alt.Shape("label:N", scale=alt.Scale(domain=names, range=shapes), legend=key),
            tooltip=[alt.Tooltip("sentence:N", title="Sentence"), alt.Tooltip("label:N", title="Label")],
        )
    )
    layers = [points, *_sides(labels, across)] if divided else [points]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height)
    return with_title(chart, title)


def _sides(labels: tuple[str, ...], across: alt.Scale) -> list[alt.Chart]:
    """The line between the two answers, and which answer is on which side of it."""
    base, ink = alt.Chart(pd.DataFrame({"x": [0.0]})).encode(x=alt.X("x:Q", axis=None, scale=across)), alt.ExprRef(INK)
    line = base.mark_rule(color=ink, strokeDash=[4, 4], strokeWidth=2)
    words: dict[str, Any] = {"color": ink, "fontSize": TYPE_SIZE - 2, "fontWeight": 600, "baseline": "top"}
    left = base.mark_text(align="right", dx=-10, **words).encode(text=alt.value(f"← answer “{labels[0]}”"))
    right = base.mark_text(align="left", dx=10, **words).encode(text=alt.value(f"answer “{labels[1]}” →"))
    return [line, left.encode(y=alt.value(0)), right.encode(y=alt.value(0))]
