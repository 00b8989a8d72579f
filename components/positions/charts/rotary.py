"""RoPE by hand: charts of query and key before and after rotation, and of their dot product by distance."""

import math
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import inline_data
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import fixed

SIDE = 320  # pixels
CURVE_HEIGHT = 400  # pixels, as the arrows beside it
MARGIN_FACTOR = 1.4  # from the longest vector to the nearer edge: room for names
_CIRCLE = 120
_BEFORE, _AFTER = [5, 4], [1, 0]


def rotation_arrows(table: pd.DataFrame) -> alt.LayerChart:
    """Two vectors as arrows from the middle: dashed before rotation, solid after.

    The circle has the radius of the longer vector; the unit circle may be far too large or too small.

    Both axes have the same scale at any width of the figure, so that the circle is round.

    Args:
        table: As :func:`components.positions.tables.rotary.vector_table` makes it.
    """
    longest = float((table["x"] ** 2 + table["y"] ** 2).max()) ** 0.5
    reach = MARGIN_FACTOR * longest
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
    ends = _arrow_ends(table, reach)
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
        _name_marks(ends[plain], across, up, align="center", by=0),
        _name_marks(ends[left], across, up, align="right", by=-7),
        _name_marks(ends[right], across, up, align="left", by=7),
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
    """The dot product by m - n: a curve with a dot at every whole distance, and a ring at the current one.

    Args:
        table: As :func:`components.positions.tables.rotary.dot_by_distance_table` makes it.
    """
    limit = float(table["dot"].abs().max()) * 1.25
    x = alt.X("distance:Q", scale=alt.Scale(nice=False), axis=axis("Positions apart"))
    y = alt.Y("dot:Q", scale=alt.Scale(domain=[-limit, limit], nice=False), axis=axis(None, tickCount=5))
    tooltip = [
        alt.Tooltip("distance:Q", title="m − n", format="d"),
        alt.Tooltip("dot:Q", title="Dot product", format=".4f"),
    ]
    line = alt.Chart(inline_data(table)).mark_line(color=GREY, strokeWidth=3).encode(x=x, y=y)
    whole = table[table["whole"]]
    dots = (
        alt.Chart(inline_data(whole))
        .mark_point(filled=True, size=45, opacity=1, color=GREY)
        .encode(x=x, y=y, tooltip=tooltip)
    )
    here = table[table["current"]]
    figures = [fixed(dot, 3) for dot in here["dot"]]
    current = alt.Chart(inline_data(here.assign(figure=figures))).encode(x=x, y=y, tooltip=tooltip)
    first, last = table["distance"].min(), table["distance"].max()
    place = float((here["distance"].iloc[0] - first) / (last - first))
    align: Literal["left", "center", "right"] = "left" if place < 0.2 else "right" if place > 0.8 else "center"
    ring = current.mark_point(size=260, strokeWidth=4, color=alt.ExprRef(INK), opacity=1)
    figure = current.encode(text="figure:N")
    # Outlined in the background colour, since the curve may cross it.
    under = figure.mark_text(
        align=align, stroke=alt.ExprRef("background"), strokeWidth=6, dy=-22, fontSize=TYPE_SIZE, fontWeight=600
    )
    over = figure.mark_text(align=align, color=alt.ExprRef(INK), dy=-22, fontSize=TYPE_SIZE, fontWeight=600)
    chart: alt.LayerChart = alt.LayerChart(layer=[line, dots, ring, under, over]).properties(height=CURVE_HEIGHT)
    return chart


def _arrow_ends(table: pd.DataFrame, reach: float) -> pd.DataFrame:
    """The vectors with their arrows' angles and their names' positions."""
    length = (table["x"] ** 2 + table["y"] ** 2) ** 0.5
    ends = table.assign(
        x0=0.0,
        y0=0.0,
        angle=[90 - math.degrees(math.atan2(y, x)) for x, y in zip(table["x"], table["y"], strict=True)],
    )
    for name, along, normal in (("name_x", table["x"], -table["y"]), ("name_y", table["y"], table["x"])):
        # A solid vector may cover its dashed one, whose name is therefore beside its middle and not at its tip.
        beside = 0.55 * along + 0.11 * reach * normal / length
        ends[name] = (1.05 * along).where(table["turned"], beside)
    return ends


def _scale(reach: float, side: Literal["width", "height"]) -> alt.Scale:
    """A scale from -``reach`` to ``reach`` along the shorter side, and in proportion along the longer one."""
    end = f"{reach} * {side} / min(width, height)"
    return alt.Scale(domainMin=alt.ExprRef(f"-{end}"), domainMax=alt.ExprRef(end), nice=False, zero=False)


def _name_marks(
    ends: pd.DataFrame, across: alt.Scale, up: alt.Scale, *, align: Literal["left", "center", "right"], by: int
) -> alt.Chart:
    """Labels at the names' positions, moved by ``by`` pixels to the right."""
    chart: alt.Chart = (
        alt.Chart(inline_data(ends))
        .mark_text(align=align, dx=by, fontSize=TYPE_SIZE - 1, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=alt.X("name_x:Q", scale=across, axis=None), y=alt.Y("name_y:Q", scale=up, axis=None), text="name:N")
    )
    return chart
