"""RoPE by hand: query and key on a circle, before and after they are turned, and their dot product by distance."""

import math
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import inline_data
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import fixed

SIDE = 320  # pixels
CURVE_HEIGHT = 260
BEYOND = 1.4  # the longest vector ends at 1/BEYOND of the way to the nearer edge: room for names
_CIRCLE = 120
_BEFORE, _AFTER = [5, 4], [1, 0]


def rotation_arrows(table: pd.DataFrame) -> alt.LayerChart:
    """Two vectors as arrows from the middle: dashed before they are turned, solid after.

    The circle is the one on which the longer of them turns; the unit circle may be far too large or too small.

    One unit is as many pixels across as up, however wide the figure is drawn, so that a circle is one.

    Args:
        table: As :func:`components.positions.tables.rotary.vector_table` makes it.
    """
    longest = float((table["x"] ** 2 + table["y"] ** 2).max()) ** 0.5
    reach = BEYOND * longest
    across, up = _scale(reach, "width"), _scale(reach, "height")
    x, y = alt.X("x:Q", axis=None, scale=across), alt.Y("y:Q", axis=None, scale=up)
    angles = [2 * math.pi * step / _CIRCLE for step in range(_CIRCLE + 1)]
    circle = alt.Chart(
        inline_data(
            pd.DataFrame(
                {
                    "x": [longest * math.cos(a) for a in angles],
                    "y": [longest * math.sin(a) for a in angles],
                    "step": range(len(angles)),
                }
            )
        )
    ).mark_line(color=alt.ExprRef(INK), opacity=0.45, strokeWidth=1.5)
    middle = alt.Chart(inline_data(pd.DataFrame({"x": [0.0], "y": [0.0]}))).mark_rule(
        color=alt.ExprRef(INK), opacity=0.25
    )
    ends = _ends(table, reach)
    base = alt.Chart(inline_data(ends)).encode(
        x=x,
        y=y,
        color=alt.Color(
            "vector:N", scale=alt.Scale(domain=["query", "key"], range=[COLOUR, SECOND_COLOUR]), legend=None
        ),
        tooltip=[
            alt.Tooltip("vector:N", title="Vector"),
            alt.Tooltip("state:N", title="State"),
            alt.Tooltip("position:O", title="Position"),
            alt.Tooltip("x:Q", title="First dimension", format=".3f"),
            alt.Tooltip("y:Q", title="Second dimension", format=".3f"),
        ],
    )
    lines = base.mark_rule(strokeWidth=3).encode(
        x2="x0:Q",
        y2="y0:Q",
        strokeDash=alt.condition("datum.turned", alt.value(_AFTER), alt.value(_BEFORE)),
    )
    tips = base.mark_point(shape="triangle", filled=True, size=150, opacity=1).encode(
        angle=alt.Angle("angle:Q", scale=None)
    )
    plain, left, right = ~ends["turned"], ends["turned"] & (ends["x"] < 0), ends["turned"] & (ends["x"] >= 0)
    names = [
        _names(ends[plain], across, up, align="center", by=0),
        _names(ends[left], across, up, align="right", by=-7),
        _names(ends[right], across, up, align="left", by=7),
    ]
    chart: alt.LayerChart = alt.LayerChart(
        layer=[
            middle.encode(x=x),
            middle.encode(y=y),
            circle.encode(x=x, y=y, order="step:Q"),
            lines,
            tips,
            *names,
        ]
    ).properties(height=SIDE)
    return chart


def dot_curve(table: pd.DataFrame) -> alt.LayerChart:
    """The dot product against m - n: a curve, a dot at every distance there can be, and the current one ringed.

    Args:
        table: As :func:`components.positions.tables.rotary.dot_by_distance_table` makes it.
    """
    most = float(table["dot"].abs().max()) * 1.25
    x = alt.X("distance:Q", scale=alt.Scale(nice=False), axis=axis("m − n"))
    y = alt.Y("dot:Q", scale=alt.Scale(domain=[-most, most], nice=False), axis=axis("Dot product"))
    tooltip = [
        alt.Tooltip("distance:Q", title="m − n", format="d"),
        alt.Tooltip("dot:Q", title="Dot product", format=".4f"),
    ]
    line = alt.Chart(inline_data(table)).mark_line(color=COLOUR, strokeWidth=2).encode(x=x, y=y)
    whole = table[table["whole"]]
    dots = (
        alt.Chart(inline_data(whole))
        .mark_point(filled=True, size=30, opacity=1, color=COLOUR)
        .encode(x=x, y=y, tooltip=tooltip)
    )
    here = table[table["current"]]
    current = alt.Chart(inline_data(here.assign(figure=[fixed(dot, 3) for dot in here["dot"]]))).encode(
        x=x, y=y, tooltip=tooltip
    )
    ring = current.mark_point(size=260, strokeWidth=4, color=SECOND_COLOUR, opacity=1)
    figure = current.encode(text="figure:N")
    # On paper of its own: the curve may run under it.
    under = figure.mark_text(
        stroke=alt.ExprRef("background"), strokeWidth=6, dy=-22, fontSize=TYPE_SIZE, fontWeight=600
    )
    over = figure.mark_text(color=alt.ExprRef(INK), dy=-22, fontSize=TYPE_SIZE, fontWeight=600)
    chart: alt.LayerChart = alt.LayerChart(layer=[line, dots, ring, under, over]).properties(height=CURVE_HEIGHT)
    return chart


def _ends(table: pd.DataFrame, reach: float) -> pd.DataFrame:
    """The vectors with the direction of their arrows and the places of their names."""
    length = (table["x"] ** 2 + table["y"] ** 2) ** 0.5
    ends = table.assign(
        x0=0.0,
        y0=0.0,
        angle=[90 - math.degrees(math.atan2(y, x)) for x, y in zip(table["x"], table["y"], strict=True)],
    )
    for name, along, normal in (("name_x", table["x"], -table["y"]), ("name_y", table["y"], table["x"])):
        # A dashed vector may lie under its solid one: its name stands beside its middle, the other beyond the tip.
        beside = 0.55 * along + 0.11 * reach * normal / length
        ends[name] = (1.05 * along).where(table["turned"], beside)
    return ends


def _scale(reach: float, side: Literal["width", "height"]) -> alt.Scale:
    """From the middle as far as ``reach`` to the nearer edges, and in proportion to the others."""
    end = f"{reach} * {side} / min(width, height)"
    return alt.Scale(domainMin=alt.ExprRef(f"-{end}"), domainMax=alt.ExprRef(end), nice=False, zero=False)


def _names(
    ends: pd.DataFrame, across: alt.Scale, up: alt.Scale, *, align: Literal["left", "center", "right"], by: int
) -> alt.Chart:
    """Names where they stand, moved by so many pixels to the right."""
    chart: alt.Chart = (
        alt.Chart(inline_data(ends))
        .mark_text(align=align, dx=by, fontSize=TYPE_SIZE - 1, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=alt.X("name_x:Q", scale=across, axis=None), y=alt.Y("name_y:Q", scale=up, axis=None), text="name:N")
    )
    return chart
