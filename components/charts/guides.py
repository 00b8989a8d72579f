"""Guides, as Vega calls axes and legends, that can be read from afar and on light and dark pages.

``settings`` are those of :class:`altair.Axis` and :class:`altair.Legend`; they override what is common to all.
"""

from typing import Any

import altair as alt

from components.charts.theme import INK, TYPE_SIZE


def axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis whose grid stays behind the marks, and whose labels stand at their ticks, the outermost too."""
    return alt.Axis(title=title, **{**_type(), "gridOpacity": 0.5, "labelFlush": False, **settings})


def cell_axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis beside cells, whose edges are line and ticks enough; its labels lie level."""
    return axis(title, **{"domain": False, "ticks": False, "labelAngle": 0, **settings})


def legend(title: str | None, **settings: Any) -> alt.Legend:
    """A legend above the chart, of a scale of colours or of filled symbols."""
    common = {
        "orient": "top",
        "titleLimit": 600,
        "labelLimit": 400,
        "gradientLength": 200,
        "symbolStrokeWidth": 0,  # otherwise lines and outlines of the marks are drawn round the symbols, dashes and all
    }
    return alt.Legend(title=title, **{**_type(), **common, **settings})


def line_legend(title: str | None, **settings: Any) -> alt.Legend:
    """A legend of lines told apart by dashes: their strokes, long enough to show the dashes.

    A scale of shapes over the same field would take the place of the strokes.
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
