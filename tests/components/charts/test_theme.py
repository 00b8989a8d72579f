"""Cells of low values are near the colour of the page, light or dark, and those of high values far from it."""

import re

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.theme import PART_COLOURS, sequential_colours
from components.family.tables.stacks import KINDS
from components.speed.model.results import ModelPart
from tests.test_architecture import contrast

PAPERS = ("#FCFBF8", "#10191F")  # light and dark
TABLE = pd.DataFrame({"x": [0, 1, 2], "value": [0.0, 0.5, 1.0]})


def lightness(background: str) -> list[float]:
    """The luminance, from 0 to 1, of the cells of :data:`TABLE` on a page of this colour."""
    colour = alt.Color("value:Q", scale=alt.Scale(domain=[0, 1], range=sequential_colours()), legend=None)
    cells = alt.Chart(TABLE).mark_rect().encode(x="x:O", color=colour)
    picture = str(vl_convert.vegalite_to_svg({**cells.to_dict(validate=True), "background": background}))
    rects = re.findall(r'aria-roledescription="rect mark"[^>]*fill="rgb\((\d+), (\d+), (\d+)\)"', picture)
    assert len(rects) == len(TABLE), picture
    return [sum(w * int(c) / 255 for w, c in zip((0.2126, 0.7152, 0.0722), rect, strict=True)) for rect in rects]


@pytest.mark.parametrize("background", ["#FCFBF8", "#10191F"])
def test_low_values_are_near_the_page(background: str) -> None:
    dark = background == "#10191F"
    low, middle, high = lightness(background)
    assert low < middle < high if dark else low > middle > high


@pytest.mark.parametrize("parts", [KINDS, tuple(ModelPart)])
def test_parts_of_a_model_have_colours_of_their_own_the_same_in_every_room(parts: tuple[str, ...]) -> None:
    colours = [PART_COLOURS[part] for part in parts]
    assert len(set(colours)) == len(parts)
    assert all(contrast(colour, paper) >= 3 for colour in colours for paper in PAPERS)
