"""The grid of explanations and the curves of their test: valid specifications that show every number."""

import re

import pytest
import vl_convert

from components.charts.theme import GREY
from components.fill.charts.explanations import DARKEST, deletion_curves, explanation_grid
from components.fill.model.results import Attribution, Explanation
from components.fill.tables.deletion import RANDOM, area_table, deletion_table, random_band_table
from components.fill.tables.explanations import explanation_table
from tests.components.charts.test_candidates import AWKWARD
from tests.components.fill.charts.test_evidence import spec
from tests.components.fill.tables.test_evidence import sentence
from tests.components.fill.tables.test_explanations import deletion_of
from tests.test_architecture import contrast


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_word_is_a_row_and_every_explanation_a_column(count: int) -> None:
    tokens = sentence("the", "[MASK]", *AWKWARD)
    places = tokens.maskable
    attributions = [
        Attribution(each, places, tuple(float(place) - 3 for place in places)) for each in list(Explanation)[:count]
    ]
    chart = spec(explanation_grid(explanation_table(tokens, attributions, blanks=(2,))))
    (rows,) = chart["datasets"].values()
    assert len(rows) == count * (len(places) + 1)
    assert [row["word"] for row in rows if row["share"] is None] == ["[MASK]"] * count
    assert len([row for row in rows if row["first"]]) == count


def test_colours_of_two_sizes_of_score_are_symmetric_about_zero() -> None:
    tokens = sentence("a", "[MASK]", "c")
    table = explanation_table(tokens, [Attribution(Explanation.OCCLUSION, (1, 3), (-3.0, 1.0))], blanks=(2,))
    domain = spec(explanation_grid(table))["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert domain[0] == -domain[-1] == pytest.approx(-0.75 / DARKEST)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_figures_are_black_on_every_cell_and_easy_to_read(sign: float) -> None:
    tokens = sentence("a", "[MASK]", "c", "d")
    table = explanation_table(
        tokens, [Attribution(Explanation.OCCLUSION, (1, 3, 4), (4.0 * sign, 3.0 * sign, 0.0))], blanks=(2,)
    )
    svg = vl_convert.vegalite_to_svg(spec(explanation_grid(table)))
    cells = re.findall(r'"rect mark"[^>]* fill="rgb\((\d+), (\d+), (\d+)\)"', svg)
    assert len(cells) == 3
    for channels in cells:
        assert contrast("#" + "".join(f"{int(channel):02X}" for channel in channels), "#000000") >= 6
    assert re.findall(r'"text mark"[^>]* fill="(#\w+)">[^<]*%<', svg) == ["#000000"] * 3


@pytest.mark.parametrize("puts_back", [False, True])
def test_every_curve_has_its_area_in_the_key_and_random_orders_are_grey(puts_back: bool) -> None:
    test = deletion_of(0.45, 0.35, 0.55, puts_back=puts_back)
    areas = area_table(test)
    chart = spec(deletion_curves(deletion_table(test), random_band_table(test), areas, action="hidden"))
    colours = chart["layer"][1]["encoding"]["color"]["scale"]
    assert colours["domain"] == [
        f"{name}: {figure}" for name, figure in zip(areas["series"], areas["figure"], strict=True)
    ]
    assert colours["range"][-1] == GREY
    assert len(set(colours["range"])) == 4
    assert colours["domain"][-1].startswith(RANDOM)
    assert chart["layer"][0]["mark"]["type"] == "area"
