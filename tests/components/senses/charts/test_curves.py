"""Charts of senses: a curve with its band, a matrix with framed clusters, points that differ in shape and colour."""

import re

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert

from components.charts.theme import GREY, KIND_COLOURS
from components.model.statistics.cosines import cosine_matrix
from components.senses.charts.curves import (
    NAME_LIMIT,
    NO_SENSE_COLOUR,
    SENSE_SHAPES,
    SHUFFLED_LABELS,
    TRUE_LABELS,
    cosine_heatmap,
    measure_curve,
    sense_scatter,
)
from components.senses.model.clusters import cluster_points, dendrogram_order
from components.senses.model.measures import measures_by_layer
from components.senses.model.results import WordPoint
from components.senses.tables.findings import ACCURACY, NO_SENSE, SILHOUETTE, cosine_table, measure_table, point_table
from tests.components.senses.model.test_measures import cloud
from tests.test_architecture import contrast

PAPERS = ("#FCFBF8", "#10191F")


def render(chart: alt.Chart | alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 600, **chart.to_dict(validate=True)}))


def points(count: int) -> list[WordPoint]:
    return [WordPoint(number, f"Bank {number}.", 0, 4, (1,), "Bank") for number in range(count)]


def matrix(count: int) -> pd.DataFrame:
    vectors, labels = cloud(count, apart=6)
    of = cluster_points(vectors)
    return cosine_table(cosine_matrix(vectors), dendrogram_order(vectors).tolist(), points(count), labels, of.tolist())


@pytest.mark.parametrize("kind", [ACCURACY, SILHOUETTE])
def test_a_measure_has_a_curve_a_dashed_baseline_and_a_band(kind: str) -> None:
    layers = np.stack([cloud(30, apart=apart)[0] for apart in (0.0, 1.0, 4.0)], axis=1)
    table = measure_table(measures_by_layer(layers, cloud(30)[1], shuffles=20))
    picture = render(measure_curve(table, kind=kind))
    assert picture.count('aria-roledescription="area mark"') == 1
    assert picture.count('aria-roledescription="line mark"') == 2
    assert picture.count('aria-roledescription="point"') == 3
    assert 'stroke-dasharray="8,4"' in picture
    assert f'stroke="{GREY}" stroke-width="3" stroke-dasharray="8,4"' in picture
    assert all(f'"{colour}"' not in picture for colour in KIND_COLOURS[1:])  # those of other senses on the map
    assert f">solid: {TRUE_LABELS}; dashed: {SHUFFLED_LABELS}<" in picture
    best = table[(table["kind"] == kind) & table["best"]]["value"].item()
    assert (f">{best:.0%}<" if kind == ACCURACY else f">{best:.2f}<") in picture


def test_an_undefined_measure_draws_an_empty_chart() -> None:
    table = measure_table(measures_by_layer(np.ones((1, 2, 3)), ["a"], shuffles=2))
    assert 'aria-roledescription="point"' not in render(measure_curve(table, kind=SILHOUETTE))


@pytest.mark.parametrize("count", [2, 12, NAME_LIMIT + 1, 80])
def test_a_matrix_has_a_cell_for_every_pair_and_a_frame_for_every_cluster(count: int) -> None:
    table = matrix(count)
    picture = render(cosine_heatmap(table))
    frames = table["row_cluster"].nunique()
    assert picture.count('aria-roledescription="rect mark"') == count * count + frames
    assert picture.count('stroke-width="3"') == frames
    assert (f">1 {table['row_sense'][table['row_point'] == 1].iloc[0]}<" in picture) == (count <= NAME_LIMIT)


def test_frames_hold_whole_clusters() -> None:
    rows = matrix(30).drop_duplicates("row")
    for _, of in rows.groupby("row_cluster"):
        assert of["row"].max() - of["row"].min() + 1 == len(of)


def test_a_matrix_of_too_many_points_is_an_error() -> None:
    with pytest.raises(ValueError, match="at most 80 points a side, got 81"):
        cosine_heatmap(pd.DataFrame({"row": range(81), "column": range(81)}))


def test_senses_differ_in_shape_and_colour_and_no_sense_is_a_cross() -> None:
    senses = ["river", "money", None] * 3
    table = point_table(points(9), senses, [0] * 9, np.random.default_rng(0).normal(size=(9, 2)))
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
    chart = sense_scatter(point_table(points(40), senses, [0] * 40, np.zeros((40, 2)))).to_dict()
    ranges = [chart["encoding"][channel]["scale"]["range"] for channel in ("color", "shape")]
    assert len(set(zip(*ranges, strict=True))) == 40


@pytest.mark.parametrize("colour", [*KIND_COLOURS, NO_SENSE_COLOUR])
@pytest.mark.parametrize("paper", PAPERS)
def test_marks_stand_out_on_both_pages(colour: str, paper: str) -> None:
    assert contrast(colour, paper) >= 3


def test_typed_text_is_escaped() -> None:
    table = point_table([WordPoint(0, "<b>", 0, 1, (1,), "<")], ["<script>"], [0], np.zeros((1, 2)))
    assert not re.search("<script|<b>", render(sense_scatter(table)))
