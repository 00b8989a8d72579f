"""The proof on "bank" as a chart: two lines that are told apart without their colours."""

from dataclasses import replace

import pytest
import vl_convert

from components.masks.charts.shared_word import proof_curve
from components.masks.tables.shared_word import CAUSAL, MEASURES, proof_table
from tests.components.charts.test_guides import strokes_in_legend
from tests.components.masks.tables.test_shared_word import FOUND, distances


@pytest.mark.parametrize("is_low", [False, True])
@pytest.mark.parametrize("measure", list(MEASURES))
def test_the_curve_has_two_lines_told_apart_without_colour(measure: str, is_low: bool) -> None:
    chart = proof_curve(proof_table(FOUND), measure=measure, is_low=is_low).to_dict()
    lines, points, figures = chart["layer"]
    assert strokes_in_legend(vl_convert.vegalite_to_svg(chart)) == ["1,0", "8,4"]
    shape = points["encoding"]["shape"]
    assert (shape["condition"]["test"], shape["condition"]["value"]) == (f"datum.mask === '{CAUSAL}'", "square")
    assert shape["value"] == "circle"
    assert figures["encoding"]["text"]["field"] == f"{measure}_figure"
    assert lines["encoding"]["y"]["scale"]["domain"][0] == 0
    nothing = replace(FOUND, bidirectional=distances(0, 0, 0))
    assert (
        proof_curve(proof_table(nothing), measure=measure).to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"][1]
        > 0
    )


def test_the_low_curve_is_lower() -> None:
    high, low = (proof_curve(proof_table(FOUND), measure="cosine", is_low=is_low)["height"] for is_low in (False, True))
    assert low < high
