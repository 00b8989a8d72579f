"""Charts of cosines show every layer, interval, published figure and dimension."""

import altair as alt
import vl_convert

from components.probing.charts.cosines import LABELLED_LAYERS, cosine_curves, dimension_bars, pair_curve
from components.probing.tables.cosines import (
    KINDS,
    PARTS,
    cosine_table,
    dimension_table,
    pair_table,
    published_table,
)
from tests.components.probing.cosine_examples import cosine_profile, layer_cosines, pair_cosines

PROFILE = cosine_profile(layer_cosines(0.1), layer_cosines(0.5, dimensions=(0.3, 0.1, -0.1)))


def render(chart: alt.LayerChart | alt.Chart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 700, **chart.to_dict(validate=True)}))


def test_the_means_are_lines_with_bands_and_published_figures_diamonds_if_asked_for() -> None:
    table = cosine_table(PROFILE)
    alone, beside = (
        render(cosine_curves(table, published, model="MiniLM")) for published in (None, published_table(1))
    )
    assert all(kind in alone for kind in KINDS)
    assert alone.count('aria-roledescription="area mark"') == len(KINDS)
    assert beside.count('aria-roledescription="point"') == alone.count('aria-roledescription="point"') + len(
        published_table(1)
    )
    assert "Ethayarajh" in beside
    assert "Ethayarajh" not in alone


def test_the_scale_of_published_layers_is_said_unless_it_is_that_of_the_model() -> None:
    assert "its layers 0–12 spread over 0–1" in render(
        cosine_curves(cosine_table(PROFILE), published_table(1), model="MiniLM")
    )
    twelve = cosine_profile(*[layer_cosines(0.1)] * 13)
    assert "spread over" not in render(cosine_curves(cosine_table(twelve), published_table(12), model="MiniLM"))


def test_every_chart_names_the_model_that_its_layers_are_of() -> None:
    curves, pair = cosine_table(PROFILE), pair_table(PROFILE, pair_cosines(0.9, 0.5))
    for picture in (
        cosine_curves(curves, published_table(1), model="Some BERT"),
        pair_curve(pair, model="Some BERT"),
        dimension_bars(dimension_table(PROFILE), model="Some BERT"),
    ):
        assert "Layer of Some BERT" in render(picture)


def test_a_pair_is_a_line_over_the_band_of_random_pairs_with_its_figures() -> None:
    picture = render(pair_curve(pair_table(PROFILE, pair_cosines(0.9, 0.5)), model="MiniLM"))
    assert picture.count(">0.90<") == 2
    assert picture.count('aria-roledescription="area mark"') == 1
    deep = cosine_profile(*[layer_cosines(0.1)] * (LABELLED_LAYERS + 1))
    pair = pair_cosines(0.9, 0.5)
    many = type(pair)(
        pair.words, pair.cosines[:1] * (LABELLED_LAYERS + 1), pair.shares_below[:1] * (LABELLED_LAYERS + 1)
    )
    assert ">0.90<" not in render(pair_curve(pair_table(deep, many), model="MiniLM"))


def test_each_layer_is_a_bar_of_four_pieces_negative_ones_below_0() -> None:
    table = dimension_table(PROFILE)
    picture = render(dimension_bars(table, model="MiniLM"))
    assert picture.count('aria-roledescription="bar"') == len(table) == 2 * len(PARTS)
    assert all(part in picture for part in PARTS)
    assert (table["end"] < 0).sum() == 1


def test_corrected_vectors_keep_the_scale_of_the_others() -> None:
    small = dimension_table(cosine_profile(layer_cosines(-0.01), layer_cosines(0.02)))
    low, high = dimension_bars(small, model="MiniLM", scale_max=0.5).to_dict()["encoding"]["y"]["scale"]["domain"]
    assert (low, high) == (-0.01, 0.5)
    assert dimension_bars(small, model="MiniLM").to_dict()["encoding"]["y"]["scale"]["domain"][1] < 0.05
