"""The charts of RoPE by hand draw: a circle that is one, dashed before and solid after, and a ring at the distance."""

import re

import altair as alt
import pytest
import vl_convert

from components.positions.charts.rotary import MARGIN_FACTOR, SIDE, dot_curve, rotation_arrows
from components.positions.model.rotary import rotary_pair
from components.positions.tables.rotary import dot_by_distance_table, vector_table

WIDTH = 600
NUMBER = r"(-?[\d.]+(?:e-?\d+)?)"


def drawn(chart: alt.LayerChart, width: int = WIDTH) -> str:
    return str(vl_convert.vegalite_to_svg({"width": width, **chart.to_dict(validate=True)}))


@pytest.mark.parametrize(
    ("query", "key", "m", "n"),
    [
        pytest.param((1.0, 0.2), (0.5, 0.8), 17, 42, id="usual"),
        pytest.param((1.0, 0.0), (1.0, 0.0), 0, 0, id="nothing turned, one on the other"),
        pytest.param((-30.0, 0.0), (0.0, -0.001), 8000, 1, id="very long and very short"),
    ],
)
def test_vectors_are_dashed_before_and_solid_after(
    query: tuple[float, float], key: tuple[float, float], m: int, n: int
) -> None:
    table = vector_table(rotary_pair(query, key, m, n, 3, 64))
    picture = drawn(rotation_arrows(table))
    assert picture.count('stroke-dasharray="5,4"') == 2
    for name in table["name"]:
        assert f">{name}<" in picture
    places = re.findall(rf'<text [^>]*transform="translate\({NUMBER},{NUMBER}\)', picture)
    assert len(places) == 4
    assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= SIDE for x, y in places)


@pytest.mark.parametrize("width", [300, WIDTH])
def test_the_circle_is_one_however_wide_the_figure_is(width: int) -> None:
    picture = drawn(rotation_arrows(vector_table(rotary_pair((3.0, 4.0), (0.0, 1.0), 0, 0, 0, 64))), width)
    (path,) = re.findall(
        r'<path aria-label="[^"]*" role="graphics-symbol" aria-roledescription="line mark" d="([^"]*)"', picture
    )
    corners = [(float(x), float(y)) for x, y in re.findall(rf"[ML]{NUMBER},{NUMBER}", path)]
    diameter = min(width, SIDE) / MARGIN_FACTOR
    for along in zip(*corners, strict=True):
        assert max(along) - min(along) == pytest.approx(diameter, abs=0.1)


@pytest.mark.parametrize(("m", "n"), [(17, 42), (0, 0), (500, 3)])
def test_the_curve_has_one_ring_where_they_are(m: int, n: int) -> None:
    pair = rotary_pair((1.0, 0.2), (0.5, 0.8), m, n, 3, 64)
    picture = drawn(dot_curve(dot_by_distance_table(pair)))
    assert picture.count('aria-roledescription="line mark"') == 1
    assert picture.count(f">{pair.dot:.3f}<".replace("-", "−")) == 2  # once as paper under the other
    assert ">Positions apart<" in picture
