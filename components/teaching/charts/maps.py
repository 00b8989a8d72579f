"""A map of sentences, with a colour and a shape for each label."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from components.charts.guides import legend
from components.charts.theme import INK, KIND_COLOURS, TWO_LABEL_COLOURS, TYPE_SIZE
from components.charts.titles import with_title

SIDE = 340  # pixels
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
    key = None if divided else legend("Right label:", columns=2, symbolSize=120, titleOrient="left")
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
    layers = [points, *_sides(labels, across, colours)] if divided else [points]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height)
    return with_title(chart, title)


def _sides(labels: tuple[str, ...], across: alt.Scale, colours: Sequence[str]) -> list[alt.Chart]:
    """The line between the two answers, and beside each answer the mark of its sentences, as a legend."""
    base, ink = alt.Chart(pd.DataFrame({"x": [0.0]})).encode(x=alt.X("x:Q", axis=None, scale=across)), alt.ExprRef(INK)
    layers = [base.mark_rule(color=ink, strokeDash=[4, 4], strokeWidth=2)]
    words: dict[str, Any] = {"color": ink, "fontSize": TYPE_SIZE - 2, "fontWeight": 600, "baseline": "top"}
    named = zip(labels, colours, SHAPES, ("right", "left"), (-1, 1), strict=False)
    for label, colour, shape, align, way in named:
        text = f"← says “{label}”" if way < 0 else f"says “{label}” →"
        name = base.mark_text(**{**words, "align": align, "dx": 32 * way}).encode(text=alt.value(text), y=alt.value(0))
        mark = base.mark_point(shape=shape, color=colour, filled=True, opacity=1, size=140, xOffset=18 * way)
        layers += [name, mark.encode(y=alt.value(8))]
    return layers
