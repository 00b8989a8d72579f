"""Cells: colours around zero, and a number that can be read on any of them."""

import re

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.cells import DIVERGING_COLOURS, diverging_scale, ink_on
from tests.test_architecture import THEME, contrast


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_ends_of_the_colours_are_as_far_from_the_page_as_each_other(scheme: str) -> None:
    paper = THEME[scheme]["backgroundColor"]
    away = [contrast(colour, paper) for colour in DIVERGING_COLOURS[scheme]]
    assert away[:3] == sorted(away[:3], reverse=True)
    assert away[2:] == sorted(away[2:])
    assert away[0] == pytest.approx(away[-1], rel=0.1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_number_can_be_read_on_every_colour(scheme: str) -> None:
    """As drawn: the colour of each cell against that of the text on it."""
    table = pd.DataFrame({"value": [step / 10 for step in range(-20, 21)]})  # beyond both ends of the scale
    base = alt.Chart(table).encode(x="value:O")
    cells = base.mark_rect().encode(color=alt.Color("value:Q", scale=diverging_scale(1.0), legend=None))
    texts = base.mark_text(color=alt.ExprRef(ink_on("value"))).encode(text=alt.value("x"))
    specification = {**(cells + texts).to_dict(), "background": THEME[scheme]["backgroundColor"]}
    svg = vl_convert.vegalite_to_svg(specification)
    inks = re.findall(r'fill="(#\w+)">x<', svg)
    colours = re.findall(r'description="rect mark"[^>]* fill="rgb\((\d+), (\d+), (\d+)\)"', svg)
    assert len(colours) == len(inks) == len(table)
    assert set(inks) == {"#000000", "#FFFFFF"}
    for channels, ink in zip(colours, inks, strict=True):
        assert contrast("#" + "".join(f"{int(channel):02X}" for channel in channels), ink) >= 4.5
