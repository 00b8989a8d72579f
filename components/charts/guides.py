"""Axes and legends (Vega's "guides") in large type, for light and dark pages.

``settings`` are those of :class:`altair.Axis` and :class:`altair.Legend`, and override the common ones.
"""

from collections.abc import Sequence
from typing import Any

import altair as alt

from components.charts.theme import INK, TYPE_SIZE

_LABEL_SIZE = TYPE_SIZE - 2
_BEFORE = "before"
BANDS_TITLE = "Layer (shaded: 95% interval)"


def axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis with a faint grid, and labels centred at their ticks, including the outermost."""
    return alt.Axis(title=title, **{**_type(), "gridOpacity": 0.5, "labelFlush": False, **settings})


def layer_axis(layers: Sequence[int], *, title: str = "Layer", inset: int = 0, **settings: Any) -> alt.Axis:
    """A horizontal axis of layers, on which layer 1 and the last one have their labels however narrow the chart is.

    Layer 0 is called "before": before layer 1. Vega's own way to thin out labels starts at it, and leaves 0, 2, 4, … of
    0, 1, 2, …

    Args:
        layers: The layers in ascending order.
        title: The axis' title.
        inset: Pixels of the chart's width that the scale leaves free at either end.
        **settings: As in :func:`axis`.
    """
    first, last = min(layers, default=0), max(layers, default=0)
    gap = f"((width - {2 * inset}) / {max(last - first, 1)})"
    step = f"ceil({1.4 * _LABEL_SIZE} / {gap})"
    others = f"(datum.value - 1) % {step} == 0 && {last} - datum.value >= {step}"
    zero = f"{gap} >= {(0.25 * len(_BEFORE) + 0.55) * _LABEL_SIZE} ? '{_BEFORE}' : ''"  # it gives way to layer 1
    is_shown = f"datum.value == 1 || datum.value == {last} || {others}"
    label = f"datum.value == 0 ? ({zero}) : {is_shown} ? datum.value : ''"
    return axis(
        title, **{"values": list(layers), "labelExpr": label, "labelOverlap": False, "labelAngle": 0, **settings}
    )


def cell_axis(title: str | None, **settings: Any) -> alt.Axis:
    """An axis of a heat map: horizontal labels, no line and no ticks."""
    return axis(title, **{"domain": False, "ticks": False, "labelAngle": 0, **settings})


def legend(title: str | None, **settings: Any) -> alt.Legend:
    """A legend above the chart, for a colour scale or filled symbols."""
    common = {
        "orient": "top",
        "titleLimit": 600,
        "labelLimit": alt.ExprRef("min(400, containerSize()[0] - 160)"),
        "gradientLength": 200,
        "symbolStrokeWidth": 0,  # otherwise the marks' outlines and dashes are drawn round the symbols
    }
    return alt.Legend(title=title, **{**_type(), **common, **settings})


def line_legend(**settings: Any) -> alt.Legend:
    """A legend of lines, with strokes long enough to show their dashes.

    A shape scale over the same field would replace the strokes.
    """
    strokes = {"symbolType": "stroke", "symbolSize": 500, "symbolStrokeWidth": 3, "symbolOpacity": 1}
    return legend(None, **{**strokes, **settings})


def _type() -> dict[str, Any]:
    ink = alt.ExprRef(INK)
    return {
        "labelColor": ink,
        "titleColor": ink,
        "labelFontSize": _LABEL_SIZE,
        "titleFontSize": _LABEL_SIZE,
        "titleFontWeight": 400,
    }
