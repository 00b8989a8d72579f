"""Heads and weights in charts: valid specifications, colours around zero, numbers where there is room."""

import json
import math
from typing import Any

import altair as alt
import numpy as np
import pytest

from components.attention.charts.ablation import change_bars, importance_heatmap
from components.attention.charts.weight_anatomy import dimension_strips, share_bars, weight_bars
from components.attention.model.results import HeadImportance
from components.attention.tables.ablation import change_table, importance_table
from components.attention.tables.weight_anatomy import dimension_table, row_table, value_table
from components.charts.cells import NUMBERED_CELL_LIMIT
from tests.components.attention.tables.test_ablation import without
from tests.components.attention.tables.test_weight_anatomy import anatomy


def spec(chart: alt.LayerChart) -> dict[str, Any]:
    """The specification, held against the schema of Vega-Lite."""
    chart_spec: dict[str, Any] = chart.to_dict(validate=True)
    return chart_spec


def heatmap(layers: int, heads: int, scale: float = 1.0) -> dict[str, Any]:
    places = np.ndindex(layers, heads)
    importances = [HeadImportance(layer, head, 0.5, scale * (head - layer)) for layer, head in places]
    return spec(importance_heatmap(importance_table(importances, math.log(0.5))))


@pytest.mark.parametrize("scale", [0.0, 1e-6, 1.0, -7.0, 1e6])
def test_zero_is_in_the_middle_of_the_colours(scale: float) -> None:
    domain = heatmap(4, 4, scale)["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert domain == pytest.approx([-stop for stop in domain[::-1]])
    assert domain[2] == 0
    assert domain == sorted(domain)
    assert domain[-1] >= 0.1


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (4, 4), (8, 8), (12, 12), (24, 16)])
def test_numbers_are_written_where_there_is_room_and_gains_are_marked_everywhere(layers: int, heads: int) -> None:
    chart_spec = heatmap(layers, heads)
    (rows,) = chart_spec["datasets"].values()
    assert len(rows) == layers * heads
    marks = chart_spec["layer"][1]
    if layers * heads <= NUMBERED_CELL_LIMIT:
        assert marks["encoding"]["text"]["field"] == "figure"
    else:
        assert marks["encoding"]["text"]["value"] == "−"
        assert "'−'" in marks["transform"][0]["filter"]


def test_words_before_and_after_have_two_bars_each() -> None:
    chart_spec = spec(change_bars(change_table(without(0.5, 0.25), count=3)))
    (rows,) = chart_spec["datasets"].values()
    assert sorted({row["side"] for row in rows}) == ["with all heads on", "with the chosen heads off"]
    assert len(rows) == 6
    assert {"field": "side", "title": "Heads", "type": "nominal"} in chart_spec["layer"][0]["encoding"]["tooltip"]


def test_query_key_and_product_stand_under_each_other() -> None:
    chart_spec = spec(dimension_strips(dimension_table(anatomy())))
    bars = next(rows for rows in chart_spec["datasets"].values() if "number" in rows[0])
    assert len(bars) == 16
    by_part = {part: [row for row in bars if row["part"] == part] for part in ("query", "key", "product", "sum")}
    assert [rows[0]["middle"] for rows in by_part.values()] == [0, -1, -2, -3]
    for rows in by_part.values():
        assert [row["dimension"] for row in rows] == [1, 2, 3, 4]
        for row in rows:
            assert abs(row["end"] - row["middle"]) < 0.5  # no bar reaches into another strip
            assert np.sign(row["end"] - row["middle"]) == np.sign(row["number"])
    query, key = by_part["query"][1], by_part["key"][0]  # −2 and 3, drawn to one scale
    assert (query["end"] - query["middle"]) / (key["end"] - key["middle"]) == pytest.approx(-2 / 3)


def test_value_weighted_value_and_output_are_drawn_to_one_scale() -> None:
    table = value_table(anatomy())
    chart_spec = spec(dimension_strips(table, same_scale=("value", "weighted", "output")))
    bars = next(rows for rows in chart_spec["datasets"].values() if "number" in rows[0])
    assert len(bars) == 12
    ratios = [(row["end"] - row["middle"]) / row["number"] for row in bars if row["number"]]
    assert ratios == pytest.approx([ratios[0]] * len(ratios))
    shares = spec(share_bars(row_table(anatomy())))
    assert "hidden" in json.dumps(shares["datasets"])


def test_vectors_of_zeros_are_drawn_all_the_same() -> None:
    table = dimension_table(anatomy()).assign(query=0.0, key=0.0, product=0.0, sum=0.0)
    assert json.dumps(spec(dimension_strips(table)), allow_nan=False)


def test_hidden_tokens_of_a_row_have_no_weight_and_say_so() -> None:
    weights = spec(weight_bars(row_table(anatomy())))
    rows = next(rows for rows in weights["datasets"].values() if "word" in rows[0])
    assert rows[-1]["weight"] == 0
    assert rows[-1]["score_to_weight"] == "hidden"
    assert rows[3]["score_to_weight"] == "2.75 → 76%"
