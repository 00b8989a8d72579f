"""The strip and the rows: valid specifications, words that stay data, cells whose words can be read."""

from typing import Any

import altair as alt
import pytest

from components.charts.theme import LIGHT_TO_DARK
from components.fill.charts.evidence import layer_bars, occlusion_bars
from components.fill.charts.surprisal import surprisal_strip
from components.fill.tables.logit_lens import layer_table
from components.fill.tables.occlusion import occlusion_table
from components.fill.tables.surprisal import surprisal_table
from components.model.blanks.results import LayerPrediction, Occlusion
from components.model.results import Candidate, TokenScore
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
    levels = [_luminance(colour) for colour in LIGHT_TO_DARK]
    assert levels == sorted(levels, reverse=True)
    for level in levels:
        assert (level + 0.05) / 0.05 >= 4.5 if level > 0.179 else 1.05 / (level + 0.05) >= 4.5


def test_bars_of_losses_and_gains_meet_at_a_line() -> None:
    tokens = sentence("a", "[MASK]", "c")
    table = occlusion_table(tokens, [Occlusion(1, "a", 0.1, -0.7), Occlusion(3, "c", 0.1, 2.0)], blanks=(2,))
    chart_spec = spec(occlusion_bars(table))
    low, high = chart_spec["layer"][0]["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low < 0 < high
    assert chart_spec["layer"][0]["layer"][1]["mark"]["type"] == "rule"


def test_a_layer_is_a_row() -> None:
    table = layer_table(
        [LayerPrediction(n, 0.1 * n, 1, Candidate(word, 0.5, False)) for n, word in enumerate(AWKWARD[:4])]
    )
    assert table["chance"].tolist() == ["< 0.01%", "10.0%", "20.0%", "30.0%"]  # its own, not that of the first choice
    chart_spec = spec(layer_bars(table))
    written = [
        layer["encoding"]["text"]["condition"]
        for layer in chart_spec["layer"][0]["layer"]
        if layer["mark"]["type"] == "text"
    ]
    assert {text["field"] for text in written} == {"chance"}
    assert len({text["test"] for text in written}) == 2  # after a short bar, inside a long one
    assert not any("transform" in layer for layer in chart_spec["layer"][0]["layer"]), (
        "every text has every row, so that none moves"
    )
    assert chart_spec["layer"][0]["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert len(table) == 4
