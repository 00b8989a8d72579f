"""What a chart writes is what its sentence says: one rounding, in Python, also for what lies halfway."""

import re
from pathlib import Path

import numpy as np
import pytest
import vl_convert

from components.charts.heatmaps import attention_heatmap, difference_heatmap
from components.fill.charts.surprisal import surprisal_strip
from components.fill.tables.surprisal import surprisal_finding, surprisal_table
from components.model.results import TokenScore
from components.tables.attention_weights import matrix_table, weight_text
from components.tables.numbers import fixed
from tests.components.charts.test_heatmaps import changes, drawn, sentence

HALFWAY = (0.125, 0.375, 0.625)  # exactly halfway between two numbers of two decimals


@pytest.mark.parametrize("weight", HALFWAY)
def test_a_heat_map_writes_a_weight_as_sentences_do(weight: float) -> None:
    rows = np.array([[weight, 1 - weight], [0.5, 0.5]], dtype=np.float32)
    picture = drawn(attention_heatmap(matrix_table(sentence(2), rows)))
    assert f">{weight_text(weight)}<" in picture


@pytest.mark.parametrize("change", [*HALFWAY, *(-value for value in HALFWAY)])
def test_a_change_is_written_with_its_sign_and_rounded_alike(change: float) -> None:
    picture = drawn(difference_heatmap(changes(np.array([[change, 0.001], [0.0, -0.001]]))))
    assert f">{'+' if change > 0 else ''}{fixed(change, 2)}<" in picture
    assert picture.count(">0<") == 4  # in three cells, where what rounds to nothing has no sign, and in the legend


def test_what_rounds_to_nothing_is_nothing_in_a_tooltip_too() -> None:
    table = changes(np.array([[-0.00001, 0.00001], [0.25, -0.25]]))
    data = str(difference_heatmap(table).to_dict())
    assert "0.0000" not in data
    assert "+0.2500" in data
    assert "−0.2500" in data


def test_no_chart_formats_with_a_plus() -> None:
    # Of such a format, "+.4f", comes "−0.0000" for what rounds to nothing: signed_or_zero writes such numbers.
    files = [*Path("components").rglob("charts/*.py")]
    assert files
    assert not [file for file in files if re.search(r"""format=f?["']\+""", file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("halves", [1, 3, 5])
def test_the_strip_and_its_sentence_have_the_same_bits(halves: int) -> None:
    tokens = sentence(2)
    surprisal = (2 + halves / 20) * np.log(2)  # 2.05, 2.15 and 2.25 bits
    table = surprisal_table(tokens, [TokenScore(1, "the", 0.25, float(surprisal), 3, "a")])
    figure = table["figure"].iloc[1]
    assert f"{figure} bits" in surprisal_finding(table)
    picture = vl_convert.vegalite_to_svg({"width": 600, **surprisal_strip(table).to_dict()})
    assert f">{figure}<" in picture
