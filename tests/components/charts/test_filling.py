"""Charts that grow with the window."""

import altair as alt
import pandas as pd
import pytest

from components.charts.filling import fill_window

DATA = pd.DataFrame({"word": ["bank", "shore"], "chance": [0.4, 0.2]})
BARS = alt.Chart(DATA).mark_bar().encode(y="word:N", x="chance:Q")


@pytest.mark.parametrize("chart", [BARS.properties(height=200), alt.layer(BARS, BARS).properties(height=200)])
def test_grows_by_a_parameter_that_takes_the_place_of_the_height(chart: alt.Chart) -> None:
    spec = fill_window(chart).to_dict()
    (grown,) = [each for each in spec["params"] if each["name"] == "height"]
    assert spec["height"] == 200
    assert "windowSize()" in grown["expr"]
    assert "params" not in chart.to_dict()  # the chart itself, which is saved as a file, stays as it is


def test_specification_keeps_its_parameters() -> None:
    spec = {"mark": "bar", "height": 300, "params": [{"name": "chosen", "value": 1}]}
    assert [each["name"] for each in fill_window(spec)["params"]] == ["chosen", "height"]
    assert len(spec["params"]) == 1


def test_height_by_rows_stays() -> None:
    chart = BARS.properties(height=alt.Step(40))
    assert fill_window(chart) is chart
    assert fill_window(BARS) is BARS
