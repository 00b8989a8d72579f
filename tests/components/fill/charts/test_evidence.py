"""The strip and the rows: valid specifications, words that stay data, cells whose words can be read."""

import math
from typing import Any

import altair as alt
import pytest

from components.charts.theme import SEQUENTIAL_COLOURS
from components.fill.charts.evidence import occlusion_bars
from components.fill.charts.surprisal import surprisal_strip
from components.fill.tables.occlusion import occlusion_table
from components.fill.tables.surprisal import surprisal_table
from components.model.blanks.results import Occlusion
from components.model.results import TokenScore
from tests.components.charts.test_candidates import AWKWARD, _luminance
from tests.components.fill.tables.test_evidence import sentence

WORDS = ["the", "[MASK]", *AWKWARD]


def spec(chart: alt.LayerChart) -> dict[str, Any]:
    """The specification, held against the schema of Vega-Lite."""
    chart_spec: dict[str, Any] = chart.to_dict(validate=True)
    return chart_spec


def strip(words: list[str]) -> dict[str, Any]:
    tokens = sentence(*words)
    scores = [TokenScore(p, "", 0.1, 2.0, 3, "x") for p in tokens.maskable]
    return spec(surprisal_strip(surprisal_table(tokens, scores)))


@pytest.mark.parametrize("count", [1, 120])
def test_every_token_is_a_cell_and_the_browser_wraps_them(count: int) -> None:
    chart_spec = strip(WORDS * count)
    (rows,) = chart_spec["datasets"].values()
    assert [row["word"] for row in rows] == [word.removeprefix("##") for word in WORDS * count]
    assert "step" in chart_spec["height"]
    assert all("width" in layer["transform"][0]["calculate"] for layer in chart_spec["layer"])


def test_no_word_gets_into_an_expression() -> None:
    assert strip(["PRIVATE"])["layer"] == strip(["other"])["layer"]


def test_one_of_black_and_white_can_be_read_on_every_colour() -> None:
    for level in map(_luminance, SEQUENTIAL_COLOURS["light"] + SEQUENTIAL_COLOURS["dark"]):
        assert (level + 0.05) / 0.05 >= 4.5 if level > 0.179 else 1.05 / (level + 0.05) >= 4.5


def test_bars_are_what_is_left_and_the_line_is_what_was_there() -> None:
    tokens = sentence("a", "[MASK]", "c")
    occlusions = [Occlusion(1, "a", 0.2, -math.log(2)), Occlusion(3, "c", 0.05, math.log(2))]
    table = occlusion_table(tokens, occlusions, blanks=(2,))
    chart_spec = spec(occlusion_bars(table))
    bars = chart_spec["layer"][0]["encoding"]["x"]
    (line,) = bars["axis"]["values"]
    assert bars["field"] == "probability"
    assert bars["scale"]["domain"] == [0, 0.2]
    assert line == pytest.approx(0.1)
    (rows,) = chart_spec["datasets"].values()
    assert [row["word"] for row in rows if row["matters"]] == ["c"]
