"""Charts of positions draw, and tell lines apart without colour."""

import altair as alt
import pytest
import vl_convert

from components.charts.lines import series_encoding
from components.positions.charts.curves import distance_curves, rotary_curves
from components.positions.charts.losses import length_curves
from components.positions.model.extrapolation import extrapolations
from components.positions.model.formulas import rotary_similarity
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import similarity_by_distance
from components.positions.tables.findings import distance_table, rotary_table
from components.positions.tables.losses import extrapolation_table
from tests.components.positions.model.test_extrapolation import family
from tests.components.positions.tables.test_findings import positions_of, table_of

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


def test_the_mean_of_turns_is_the_thick_line() -> None:
    picture = drawn(rotary_curves(rotary_table(rotary_similarity(30, 16), [0, 2, 7])))
    assert count(picture, "line mark") == 4
    assert ">average of all pairs<" in picture
    with pytest.raises(ValueError, match="at most 5 pairs, got 6"):
        rotary_curves(rotary_table(rotary_similarity(30, 16), range(6)))


def test_the_family_is_drawn_by_length() -> None:
    table = extrapolation_table(extrapolations(FAMILY, 128))
    picture = drawn(length_curves(table, training_length=128))
    assert count(picture, "line mark") == 1
    assert ">trained on up to 128 tokens<" in picture
    assert count(picture, "square") + count(picture, "circle") + count(picture, "point") >= len(table)
    shapes = length_curves(table, training_length=128).to_dict()["layer"][4]["encoding"]["shape"]
    assert shapes["condition"]["value"] == "square"


def test_lines_have_dashes_of_their_own() -> None:
    _, dashes = series_encoding("method", ["a", "b", "c", "d", "e", "f"])
    patterns = dashes.to_dict()["scale"]["range"]
    assert len({tuple(dash) for dash in patterns}) == 6
