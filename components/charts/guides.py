"""Axes and legends (Vega's "guides") in large type, for light and dark pages.

``settings`` are those of :class:`altair.Axis` and :class:`altair.Legend`, and override the common ones.
"""

from typing import Any

import altair as alt

from components.charts.theme import INK, TYPE_SIZE


def axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis with a faint grid, and labels centred at their ticks, including the outermost."""
    return alt.Axis(title=title, **{**_type(), "gridOpacity": 0.5, "labelFlush": False, **settings})


def cell_axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis of a heat map: horizontal labels, no line and no ticks."""
    return axis(title, **{"domain": False, "ticks": False, "labelAngle": 0, **settings})


def legend(title: str | None, **settings: Any) -> alt.Legend:
    """A legend above the chart, for a colour scale or filled symbols."""
    common = {
        "orient": "top",
        "titleLimit": 600,
        "labelLimit": 400,
        "gradientLength": 200,
        "symbolStrokeWidth": 0,  # otherwise the marks' outlines and dashes are drawn round the symbols
    }
    return alt.Legend(title=title, **{**_type(), **common, **settings})


def line_legend(title: str | None, **settings: Any) -> alt.Legend:
    """A legend of lines, with strokes long enough to show their dashes.

    A shape scale over the same field would replace the strokes.
    """
    strokes = {"symbolType": "stroke", "symbolSize": 500, "symbolStrokeWidth": 3, "symbolOpacity": 1}
    return legend(title, **{**strokes, **settings})


def _type() -> dict[str, Any]:
    ink = alt.ExprRef(INK)
    return {
        "labelColor": ink,
        "titleColor": ink,
        "labelFontSize": TYPE_SIZE - 2,
        "titleFontSize": TYPE_SIZE - 2,
        "titleFontWeight": 400,
    }
