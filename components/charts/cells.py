"""Cells of heat maps: a scale of colours around zero, and the ink that can be read on a cell."""

import altair as alt

# Ochre below zero, teal above: they stay apart for colour-blind people. At zero the page's colour, light or dark; the
# ends are as far from it as each other.
DIVERGING_COLOURS = {
    "light": ("#74490A", "#D9A558", "#F6F3EA", "#63AFC8", "#0B5A70"),
    "dark": ("#F2CE94", "#B0741D", "#1B2831", "#2A8CAD", "#9BDCEC"),
}
NUMBERED_CELL_LIMIT = 64  # cells: more of them are too small for a number


def ink_on(column: str) -> str:
    """A Vega expression: black or white on a cell coloured by a column; the contrast is 4.5:1 or more."""
    return f"luminance(scale('color', datum.{column})) > 0.179 ? '#000000' : '#FFFFFF'"


def diverging_scale(span: float) -> alt.Scale:
    """A scale of colours from ``-span`` to ``span``; numbers beyond have the colour of the nearer end."""
    stops = [-span, -span / 2, 0.0, span / 2, span]
    pairs = zip(DIVERGING_COLOURS["light"], DIVERGING_COLOURS["dark"], strict=True)
    colours = [alt.ExprRef(f"luminance(background) > 0.4 ? '{light}' : '{dark}'") for light, dark in pairs]
    return alt.Scale(domain=stops, range=colours, clamp=True, interpolate="lab")
