"""Charts that grow with the window, so that a large screen has no empty foot."""

from typing import Any

import altair as alt

# Charts are designed for a window of 720 pixels, in which the page leaves 424 for a figure (frame.css).
AROUND, DESIGNED = 296, 424
LINES = 44  # pixels of it for what may stand above the chart in a figure
MOST = 1.8  # times the designed height: bars that are thicker look like blocks
WIDE = 1000  # pixels: below it figures stand among each other, and one scrolls


def fill_window(chart: Any) -> Any:
    """A chart that is the higher the higher the window is, with letters of the same size.

    Vega lets a parameter take the place of its signal ``height``, which Vega-Lite sets to the height of the chart.

    Args:
        chart: A chart of Altair, or its specification as a dictionary. One whose height is not a number, such as a step
            a row, is returned as it is.

    Returns:
        A copy that shares everything else with ``chart``.
    """
    if isinstance(chart, dict):
        grown = _grown(chart.get("height"))
        if grown is None:
            return chart
        return {**chart, "params": [*chart.get("params", ()), {"name": "height", "expr": grown}]}
    grown = _grown(chart.height)
    if grown is None:
        return chart
    copied = chart.copy(deep=False)
    before = [] if chart.params is alt.Undefined else chart.params
    copied.params = [*before, alt.VariableParameter(name="height", expr=grown)]
    return copied


def _grown(height: object) -> str | None:
    if not isinstance(height, int | float):
        return None
    free = f"windowSize()[1] - {AROUND}"
    grown = f"max({height}, min({height} * clamp(({free}) / {DESIGNED}, 1, {MOST}), {free} - {LINES}))"
    return f"windowSize()[0] < {WIDE} ? {height} : {grown}"
