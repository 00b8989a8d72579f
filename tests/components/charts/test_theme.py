"""Cells of low values are near the colour of the page, light or dark, and those of high values far from it."""

import re

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.theme import PART_COLOURS, SEQUENTIAL_COLOURS, sequential_colours
from components.family.charts.stacks import COLOURS
from tests.test_architecture import THEME, contrast

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


@pytest.mark.parametrize("colours", [tuple(COLOURS.values()), tuple(PART_COLOURS.values())])
def test_parts_of_a_model_have_colours_of_their_own(colours: tuple[str, ...]) -> None:
    assert len(set(colours)) == len(colours)
    assert all(contrast(colour, paper) >= 3 for colour in colours for paper in PAPERS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_and_canvases_have_one_sequential_scale(scheme: str) -> None:
    assert list(SEQUENTIAL_COLOURS[scheme]) == THEME[scheme]["chartSequentialColors"]
