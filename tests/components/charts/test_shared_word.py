"""The proof on "bank" as a chart: two lines that are told apart without their colours."""

from dataclasses import replace

import pytest

from components.charts.shared_word import proof_curve
from components.tables.shared_word import MEASURES, proof_table
from tests.components.tables.test_shared_word import FOUND, distances


@pytest.mark.parametrize("measure", list(MEASURES))
def test_the_curve_has_two_lines_told_apart_without_colour(measure: str) -> None:
    chart = proof_curve(proof_table(FOUND), measure=measure).to_dict()
    lines, points, figures = chart["layer"]
    assert lines["encoding"]["strokeDash"]["scale"]["range"][0] != lines["encoding"]["strokeDash"]["scale"]["range"][1]
    assert points["encoding"]["shape"]["scale"]["range"] == ["circle", "square"]
    assert figures["encoding"]["text"]["field"] == f"{measure}_figure"
    assert lines["encoding"]["y"]["scale"]["domain"][0] == 0
    nothing = replace(FOUND, bidirectional=distances(0, 0, 0))
    assert (
        proof_curve(proof_table(nothing), measure=measure).to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"][1]
        > 0
    )
