"""Cells: colours around zero, and a number that can be read on any of them."""

import re

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.cells import DIVERGING_COLOURS, diverging_scale, ink_on
from tests.test_architecture import contrast, luminance


def test_both_ends_of_the_colours_are_as_dark_as_each_other() -> None:
    levels = [luminance(colour) for colour in DIVERGING_COLOURS]
    assert levels[:3] == sorted(levels[:3])
    assert levels[2:] == sorted(levels[2:], reverse=True)
    assert levels[0] == pytest.approx(levels[-1], abs=0.03)


def test_a_number_can_be_read_on_every_colour() -> None:
    """As drawn: the colour of each cell against that of the text on it."""
    table = pd.DataFrame({"value": [step / 10 for step in range(-20, 21)]})  # beyond both ends of the scale
    base = alt.Chart(table).encode(x="value:O")
    cells = base.mark_rect().encode(color=alt.Color("value:Q", scale=diverging_scale(1.0), legend=None))
    texts = base.mark_text(color=alt.ExprRef(ink_on("value"))).encode(text=alt.value("x"))
    svg = vl_convert.vegalite_to_svg((cells + texts).to_dict())
    inks = re.findall(r'fill="(#\w+)">x<', svg)
    colours = re.findall(r'description="rect mark"[^>]* fill="rgb\((\d+), (\d+), (\d+)\)"', svg)
    assert len(colours) == len(inks) == len(table)
    assert set(inks) == {"#000000", "#FFFFFF"}
    for channels, ink in zip(colours, inks, strict=True):
        assert contrast("#" + "".join(f"{int(channel):02X}" for channel in channels), ink) >= 4.5
