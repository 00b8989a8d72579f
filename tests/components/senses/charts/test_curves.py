"""Charts of senses: a line for each model above chance, and points that differ in shape and colour."""

import re

import altair as alt
import numpy as np
import pytest
import vl_convert

from components.charts.theme import GREY, KIND_COLOURS
from components.senses.charts.curves import CHANCE, NO_SENSE_COLOUR, SENSE_SHAPES, layer_curves, sense_scatter
from components.senses.model.measures import measures_by_layer
from components.senses.model.results import LayerMeasures, WordPoint
from components.senses.tables.findings import NO_SENSE, point_table
from components.senses.tables.right_context import models_table
from tests.components.senses.model.test_measures import cloud
from tests.test_architecture import contrast

PAPERS = ("#FCFBF8", "#10191F")


def render(chart: alt.Chart | alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 600, **chart.to_dict(validate=True)}))


def points(count: int) -> list[WordPoint]:
    return [WordPoint(number, f"Bank {number}.", 0, 4, (1,), "Bank") for number in range(count)]


def measured(layers: int) -> LayerMeasures:
    stacked = np.stack([cloud(30, apart=2.0 * layer)[0] for layer in range(layers)], axis=1)
    return measures_by_layer(stacked, cloud(30)[1], shuffles=20)


def test_a_model_has_a_line_above_chance_with_its_best_value() -> None:
    table = models_table([("MiniLM", measured(3))])
    picture = render(layer_curves(table))
    assert picture.count('aria-roledescription="area mark"') == 1
    assert picture.count('aria-roledescription="line mark"') == 2
    assert picture.count('aria-roledescription="point"') == 3
    assert f'stroke="{GREY}" stroke-width="3"' in picture
    assert f">{table[table['best']]['value'].item():.0%}<" in picture
    assert f">{CHANCE}<" in picture
    assert ">MiniLM<" in picture


def test_two_models_of_unequal_depth_share_one_chart() -> None:
    table = models_table([("model 2", measured(2)), ("model 3", measured(3))])
    assert table.groupby("model").size().to_dict() == {"model 2": 2, "model 3": 3}
    picture = render(layer_curves(table))
    assert picture.count('aria-roledescription="line mark"') == 3
    assert all(f">{name}<" in picture for name in ("model 2", "model 3", CHANCE))
    assert all(f'stroke="{colour}" stroke-width="3"' in picture for colour in KIND_COLOURS[:2])


def test_an_undefined_measure_draws_an_empty_chart() -> None:
    table = models_table([("one", measures_by_layer(np.ones((1, 2, 3)), ["a"], shuffles=2))])
    assert 'aria-roledescription="point"' not in render(layer_curves(table))


def test_senses_differ_in_shape_and_colour_and_no_sense_is_a_cross() -> None:
    senses = ["river", "money", None] * 3
    table = point_table(points(9), senses, np.random.default_rng(0).normal(size=(9, 2)))
    chart = sense_scatter(table, title="Layer 3")
    picture = render(chart)
    assert picture.count('aria-roledescription="point"') == 9
    for name in ("river", "money", NO_SENSE, "Layer 3"):
        assert f">{name}<" in picture
    encoding = chart.to_dict()["encoding"]
    assert encoding["color"]["scale"] == {
        "domain": ["money", "river", NO_SENSE],
        "range": [*KIND_COLOURS[:2], NO_SENSE_COLOUR],
    }
    assert encoding["shape"]["scale"]["range"] == [*SENSE_SHAPES[:2], "cross"]


def test_many_senses_never_share_both_shape_and_colour() -> None:
    senses = [f"sense {number:02}" for number in range(40)]
    chart = sense_scatter(point_table(points(40), senses, np.zeros((40, 2)))).to_dict()
    ranges = [chart["encoding"][channel]["scale"]["range"] for channel in ("color", "shape")]
    assert len(set(zip(*ranges, strict=True))) == 40


@pytest.mark.parametrize("colour", [*KIND_COLOURS, NO_SENSE_COLOUR])
@pytest.mark.parametrize("paper", PAPERS)
def test_marks_stand_out_on_both_pages(colour: str, paper: str) -> None:
    assert contrast(colour, paper) >= 3


def test_typed_text_is_escaped() -> None:
    table = point_table([WordPoint(0, "<b>", 0, 1, (1,), "<")], ["<script>"], np.zeros((1, 2)))
    assert not re.search("<script|<b>", render(sense_scatter(table)))
