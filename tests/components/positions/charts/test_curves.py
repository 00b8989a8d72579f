"""Charts of positions draw, and tell lines apart without colour."""

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert

from components.charts.lines import series_encoding
from components.positions.charts.curves import (
    attention_change_bars,
    component_curve,
    distance_curves,
    period_curve,
    rotary_curves,
)
from components.positions.charts.losses import RUNNING_MEAN, family_curves, length_curves, loss_curve
from components.positions.model.extrapolation import extrapolations
from components.positions.model.formulas import rotary_similarity, sinusoidal_table
from components.positions.model.shape import principal_components, spectrum
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import similarity_by_distance
from components.positions.tables.findings import component_table, distance_table, period_table, rotary_table
from components.positions.tables.losses import extrapolation_table, family_table, loss_table
from components.positions.tables.order import attention_change_table
from tests.components.positions.model.test_extrapolation import family
from tests.components.positions.tables.test_findings import positions_of, table_of
from tests.components.positions.tables.test_losses import effect, losses

TABLE = sinusoidal_table(40, 16)
FAMILY = family(lambda length: 0.5 * (length > 160))


def drawn(chart: alt.Chart | alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 600, **chart.to_dict(validate=True)}))


def count(picture: str, mark: str) -> int:
    return picture.count(f'aria-roledescription="{mark}"')


def test_each_method_has_a_line_and_a_band() -> None:
    methods = similarity_by_distance(positions_of(), table_of(), SimilarityMeasure.COSINE, 40, 16)
    picture = drawn(distance_curves(distance_table(methods), title="Cosine"))
    assert (count(picture, "line mark"), count(picture, "area mark")) == (3, 3)
    for name in (*methods, "Cosine", "Distance (positions)"):
        assert f">{name}<" in picture


def test_positions_are_joined_in_their_order_and_the_ends_are_named() -> None:
    table = component_table(principal_components(TABLE))
    for up in ("second", "third"):
        picture = drawn(component_curve(table, up=up))
        assert count(picture, "point") == 40
        assert count(picture, "line mark") == 1
        assert f">{up.capitalize()} component<" in picture
        assert ">39<" in picture


def test_each_dimension_has_its_period() -> None:
    table = period_table(spectrum(TABLE))
    assert count(drawn(period_curve(table)), "point") == len(table)


def test_the_mean_of_turns_is_the_thick_line() -> None:
    picture = drawn(rotary_curves(rotary_table(rotary_similarity(30, 16), [0, 2, 7])))
    assert count(picture, "line mark") == 4
    assert ">average of all pairs<" in picture
    with pytest.raises(ValueError, match="at most 5 pairs, got 6"):
        rotary_curves(rotary_table(rotary_similarity(30, 16), range(6)))


def test_the_training_length_is_marked_where_it_is_in_sight() -> None:
    table = loss_table(losses(list(np.linspace(1, 5, 200))), window=9)
    assert ">trained on up to 128 tokens<" in drawn(loss_curve(table, training_length=128))
    for trained in (None, 400):
        assert ">trained on" not in drawn(loss_curve(table, training_length=trained))
    assert count(drawn(loss_curve(table)), "point") == 200
    assert drawn(loss_curve(table)).count(f">{RUNNING_MEAN}<") == 1


@pytest.mark.parametrize("bits", [np.linspace(1, 5, 20), np.linspace(5, 1, 20)])
def test_the_name_of_the_running_mean_stands_above_the_end_of_its_line(bits: np.ndarray) -> None:
    table = loss_table(losses(bits.tolist()), window=3)
    chart = loss_curve(table).to_dict()
    ((name,),) = (data for data in chart["datasets"].values() if len(data) == 1)
    assert name["position"] == table["position"].max()
    assert name["smooth"] >= table["smooth"].iloc[-6:].max()


def test_the_family_is_drawn_by_position_and_by_length() -> None:
    both = pd.concat([family_table(FAMILY), family_table(FAMILY).assign(positions="learned table")])
    picture = drawn(family_curves(both, length=512, training_length=128))
    assert count(picture, "line mark") == 2
    assert ">trained on up to 128 tokens<" in picture
    assert ">trained on" not in drawn(family_curves(both, length=64, training_length=128))
    table = extrapolation_table(extrapolations(FAMILY, 128))
    picture = drawn(length_curves(table, training_length=128))
    assert count(picture, "line mark") == 1
    assert count(picture, "square") + count(picture, "circle") + count(picture, "point") >= len(table)
    shapes = length_curves(table, training_length=128).to_dict()["layer"][4]["encoding"]["shape"]
    assert shapes["condition"]["value"] == "square"


def test_attention_that_moved_has_a_bar_a_layer() -> None:
    picture = drawn(attention_change_bars(attention_change_table(effect())))
    assert count(picture, "bar") == 2
    assert ">75.0%<" in picture


def test_lines_have_dashes_of_their_own() -> None:
    _, dashes = series_encoding("method", ["a", "b", "c", "d", "e", "f"])
    patterns = dashes.to_dict()["scale"]["range"]
    assert len({tuple(dash) for dash in patterns}) == 6
