"""What a chart writes is what its sentence says: one rounding, in Python, also for what lies halfway."""

import re
from pathlib import Path

import numpy as np
import pytest

from components.charts.heatmaps import attention_heatmap
from components.tables.attention_weights import matrix_table, weight_text
from tests.components.charts.test_heatmaps import drawn, sentence

HALFWAY = (0.125, 0.375, 0.625)  # exactly halfway between two numbers of two decimals


@pytest.mark.parametrize("weight", HALFWAY)
def test_a_heat_map_writes_a_weight_as_sentences_do(weight: float) -> None:
    rows = np.array([[weight, 1 - weight], [0.5, 0.5]], dtype=np.float32)
    picture = drawn(attention_heatmap(matrix_table(sentence(2), rows)))
    assert f">{weight_text(weight)}<" in picture


def test_no_chart_formats_with_a_plus() -> None:
    # Of such a format, "+.4f", comes "−0.0000" for what rounds to nothing: signed_or_zero writes such numbers.
    files = [*Path("components").rglob("charts/*.py")]
    assert files
    assert not [file for file in files if re.search(r"""format=f?["']\+""", file.read_text(encoding="utf-8"))]
