"""Columns of counts."""

import pandas as pd
import pytest

from components.charts.columns import count_columns


@pytest.mark.parametrize("counts", [[0, 2, 0], [1], [0, 0, 0, 0], [3, 0, 300]])
def test_every_number_has_a_place_and_those_with_a_count_have_it_written(counts: list[int]) -> None:
    table = pd.DataFrame({"score": range(len(counts)), "count": counts})
    chart = count_columns(table, value="score", count="count", value_title="Right answers", count_title="Students")
    spec = chart.to_dict()
    data = next(rows for rows in spec["datasets"].values() if "score" in rows[0])
    assert [row["count"] for row in data] == counts
    columns, _, figures = spec["layer"]
    assert len({str(layer["encoding"]["y"]) for layer in spec["layer"]}) == 1, "else a browser draws nothing"
    assert columns["encoding"]["x"]["field"] == "score"
    assert "transform" not in columns, "a number that nobody has keeps its place on the axis"
    assert columns["encoding"]["y"]["scale"]["domain"] == [0, max(1, *counts)]
    assert figures["transform"] == [{"filter": "(datum['count'] > 0)"}]
