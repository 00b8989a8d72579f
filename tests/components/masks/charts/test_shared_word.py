"""The proof on "bank" as a chart: two lines that are told apart without their colours."""

from dataclasses import replace

import pytest
import vl_convert

from components.masks.charts.shared_word import proof_curve
from components.masks.tables.shared_word import BIDIRECTIONAL, CAUSAL, proof_table
from tests.components.masks.tables.test_shared_word import FOUND, distances


@pytest.mark.parametrize("is_low", [False, True])
def test_the_curve_has_two_lines_told_apart_without_colour(is_low: bool) -> None:
    chart = proof_curve(proof_table(FOUND), "bank", is_low=is_low).to_dict()
    lines, points, figures, *names = chart["layer"]
    assert lines["encoding"]["strokeDash"]["scale"]["range"] == [[1, 0], [8, 4]]
    picture = vl_convert.vegalite_to_svg(chart)
    assert len(names) == 2
    for name in (BIDIRECTIONAL, CAUSAL):
        assert picture.count(f">{name}<") == 1  # at its line
    shape = points["encoding"]["shape"]
    assert (shape["condition"]["test"], shape["condition"]["value"]) == (f"datum.mask === '{CAUSAL}'", "square")
    assert shape["value"] == "circle"
    assert figures["encoding"]["text"]["field"] == "figure"
    assert lines["encoding"]["y"]["scale"]["domain"][0] < 0
    nothing = replace(FOUND, bidirectional=distances(0, 0, 0))
    assert proof_curve(proof_table(nothing), "bank").to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"][1] > 0


def test_the_low_curve_is_lower() -> None:
    high, low = (proof_curve(proof_table(FOUND), "bank", is_low=is_low)["height"] for is_low in (False, True))
    assert low < high
