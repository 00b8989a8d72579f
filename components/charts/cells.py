"""Cells of heat maps: a scale of colours around zero, and the ink that can be read on a cell."""

import altair as alt

# Orange below zero, blue above: they stay apart for colour-blind people. Light in the middle; the ends are as dark as
# each other.
DIVERGING_COLOURS = ("#8A4A06", "#D99A4E", "#F6F3EA", "#5FA8C6", "#0B5677")
NUMBERED_CELL_LIMIT = 64  # cells: more of them are too small for a number


def ink_on(column: str) -> str:
    """A Vega expression: black or white on a cell coloured by a column; the contrast is 4.5:1 or more."""
    return f"luminance(scale('color', datum.{column})) > 0.179 ? '#000000' : '#FFFFFF'"


def diverging_scale(span: float) -> alt.Scale:
    """A scale of colours from ``-span`` to ``span``; numbers beyond have the colour of the nearer end."""
    stops = [-span, -span / 2, 0.0, span / 2, span]
    return alt.Scale(domain=stops, range=list(DIVERGING_COLOURS), clamp=True, interpolate="lab")
