"""Positions in rows and sentences, made from the numbers of the result."""

import json
import math

import numpy as np
import pytest

from components.model.results import Conditions
from components.model.user_errors import UserError
from components.positions.model.formulas import rotary_similarity, sinusoidal_table, toeplitz_matrix
from components.positions.model.results import PositionEncoding, PositionKind, PositionTable
from components.positions.model.shape import find_outliers, spectrum
from components.positions.model.similarity import SimilarityMeasure, similarity_matrix, summarise_by_distance
from components.positions.tables.figure import (
    PanelChoice,
    bias_by_distance,
    choose_panels,
    position_panels,
    similarity_by_distance,
)
from components.positions.tables.findings import (
    MEAN_OF_PAIRS,
    SLOW,
    columns_finding,
    distance_finding,
    distance_table,
    end_finding,
    far_positions_finding,
    neighbour_finding,
    outlier_finding,
    period_table,
    position_kind_finding,
    rotary_finding,
    rotary_table,
    scientific_text,
    stripes_finding,
)
from components.positions.tables.panels import MatrixPanel, position_panels_bytes

CONDITIONS = Conditions("some", "local", "CPU", "float32", "none")
LEARNED = np.random.default_rng(0).normal(size=(40, 16)).astype(np.float32)


def positions_of(kind: PositionKind = PositionKind.LEARNED, **changed: object) -> PositionEncoding:
    settings = {
        "kind": kind,
        "max_positions": 40,
        "width": 16,
        "heads": 4,
        "head_width": 4,
        "bases": (10_000.0,) if kind is PositionKind.ROTARY else (),
        "has_hard_limit": True,
        "conditions": CONDITIONS,
    }
    return PositionEncoding(**{**settings, **changed})


def table_of(kind: PositionKind = PositionKind.LEARNED, values: np.ndarray = LEARNED) -> PositionTable:
    return PositionTable(kind, values, 1.0, CONDITIONS)


def read(payload: bytes) -> tuple[dict, list[np.ndarray]]:
    """The header and the panels, as the browser reads them."""
    length = int.from_bytes(payload[:4], "little")
    header, index, actual = json.loads(payload[4 : 4 + length]), 4 + length, []
    for panel in header["panels"]:
        count = panel["rows"] * panel["columns"]
        actual.append(np.frombuffer(payload, "<f4", count, index).reshape(panel["rows"], panel["columns"]))
        index += 4 * count
    assert index == len(payload)
    return header, actual


def test_the_figure_has_four_squares_and_the_tables_behind_them() -> None:
    panels = position_panels(positions_of(), table_of(), SimilarityMeasure.COSINE, 30, 8)
    assert [panel.title for panel in panels] == [
        "Learned: table",
        "Sinusoidal: table",
        "Learned: cosine",
        "Sinusoidal: cosine",
        "RoPE: similarity",
        "ALiBi: penalty",
    ]
    custom, sines, alike, sines_alike, turns, bias = (panel.values for panel in panels)
    np.testing.assert_array_equal(custom, LEARNED[:30, :8])
    np.testing.assert_array_equal(sines, sinusoidal_table(30, 16)[:, :8])
    np.testing.assert_array_equal(alike, similarity_matrix(custom))
    np.testing.assert_array_equal(sines_alike, similarity_matrix(sines))
    np.testing.assert_array_equal(turns[0], rotary_similarity(30, 4).mean(axis=1))
    assert bias[0, 5] == 5 * bias[0, 1] < 0
    assert [panel.square for panel in panels] == [False] * 2 + [True] * 4
    assert choose_panels(panels, PanelChoice.TWO) == panels[:4]
    assert choose_panels(panels, PanelChoice.ONE_EACH) == panels[2:]


def test_methods_that_do_not_follow_distance_alone_are_named() -> None:
    methods = similarity_by_distance(positions_of(), table_of(), SimilarityMeasure.COSINE, 30, 8)
    assert all(part in stripes_finding(methods) for part in ("In 2 of 3 ", "“Learned” is different."))
    assert "In all 2 " in stripes_finding({name: each for name, each in methods.items() if name != "Learned"})
    assert "No picture" in stripes_finding({"Learned": methods["Learned"]})


BASES = ("10,000", "160,000")


def test_panels_that_a_model_has_not_are_left_out() -> None:
    zeros = table_of(PositionKind.NONE, np.zeros((40, 16), dtype=np.float32))
    none = positions_of(PositionKind.NONE)
    titles = [panel.title for panel in position_panels(none, zeros, SimilarityMeasure.COSINE, 30, 8)]
    assert titles[:3] == ["This model’s zeros: table", "Sinusoidal: table", "Sinusoidal: cosine"]
    assert "This model’s zeros: dot product" in [
        panel.title for panel in position_panels(none, zeros, SimilarityMeasure.DOT, 30, 8)
    ]
    turned = positions_of(PositionKind.ROTARY, bases=(10_000.0, 160_000.0))
    panels = position_panels(turned, None, SimilarityMeasure.COSINE, 30, 8)
    rotary = [f"This model’s RoPE, base {base}: similarity" for base in BASES]
    assert [panel.title for panel in panels] == [
        *rotary,
        "Sinusoidal: table",
        "Sinusoidal: cosine",
        "ALiBi: penalty",
    ]
    # A model's own method is drawn, and told first, whichever other methods are.
    assert [panel.title for panel in choose_panels(panels, PanelChoice.TWO)] == [panel.title for panel in panels[:-1]]
    first, *_ = similarity_by_distance(turned, None, SimilarityMeasure.COSINE, 30, 8)
    assert first.startswith("This model’s RoPE")
    first, *_ = similarity_by_distance(positions_of(), table_of(), SimilarityMeasure.COSINE, 30, 8)
    assert first == "Learned"
    assert set(similarity_by_distance(none, zeros, SimilarityMeasure.COSINE, 30, 8)) == {"Sinusoidal", "RoPE"}


def test_a_bias_falls_with_distance_alone() -> None:
    distance = bias_by_distance(positions_of(), 30)
    assert distance.largest_spread == 0
    np.testing.assert_allclose(distance.mean, -np.arange(30) / 4)


@pytest.mark.parametrize(
    ("count", "dimensions", "words"),
    [(1, 8, "2 to 40 positions"), (41, 8, "2 to 40"), (30, 7, "even"), (30, 18, "even")],
)
def test_numbers_out_of_range_are_refused(count: int, dimensions: int, words: str) -> None:
    with pytest.raises(UserError, match=words):
        position_panels(positions_of(), table_of(), SimilarityMeasure.COSINE, count, dimensions)


def test_panels_travel_whole_and_the_same_panels_are_the_same_bytes() -> None:
    panels = position_panels(positions_of(), table_of(), SimilarityMeasure.DOT, 30, 8)
    payload = position_panels_bytes(panels)
    header, actual = read(payload)
    for panel, described, values in zip(panels, header["panels"], actual, strict=True):
        np.testing.assert_array_equal(values, panel.values.astype(np.float32))
        beyond = (panel.values < described["low"]) | (panel.values > described["high"])
        assert beyond.sum() <= (0.01 * panel.values.size if described["outliers"] else 0)
        assert (described["low"] == -described["high"]) is panel.diverging
        assert (described["title"], described["square"]) == (panel.title, panel.square)
        assert (described["row_axis"], described["column_axis"]) == (panel.row_axis, panel.column_axis)
    assert payload == position_panels_bytes(position_panels(positions_of(), table_of(), SimilarityMeasure.DOT, 30, 8))
    other = LEARNED.copy()
    other[3, 3] += 1
    changed, _ = read(
        position_panels_bytes(position_panels(positions_of(), table_of(values=other), SimilarityMeasure.DOT, 30, 8))
    )
    assert changed["trace"] != header["trace"]


def test_one_outlier_does_not_blank_a_table_and_is_marked() -> None:
    values = LEARNED.copy()
    values[0, 5] = 40.0
    table = position_panels(positions_of(), table_of(values=values), SimilarityMeasure.COSINE, 30, 8)[0]
    described = read(position_panels_bytes([table]))[0]["panels"][0]
    assert described["outliers"] == [[0, 5]]
    assert described["high"] == pytest.approx(np.quantile(np.abs(values[:30, :8]), 0.99))
    assert described["high"] < 4
    outliers = find_outliers(values[:30])
    finding = outlier_finding(outliers, has_start=True)
    for part in ("Position 0", "dimension 6", "40.00", f"{round(40 / outliers.size)} times", "[CLS]"):
        assert part in finding
    assert "bias learned from data" in finding
    assert "−40.00" in outlier_finding(find_outliers(-values[:30]), has_start=True)
    assert "[CLS]" not in outlier_finding(outliers, has_start=False)
    assert outlier_finding(find_outliers(sinusoidal_table(30, 16)), has_start=True) == ""
    assert find_outliers(np.zeros((4, 4))).cells == ()


@pytest.mark.parametrize("values", [np.array([[math.nan]]), np.array([[math.inf]]), np.ones((0, 3)), np.ones(3)])
def test_what_is_no_matrix_of_numbers_is_refused(values: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected a matrix"):
        position_panels_bytes([MatrixPanel("a", values, "position", "position", True)])


def test_distance_is_told_for_every_method_and_only_rules_are_exact() -> None:
    methods = similarity_by_distance(positions_of(), table_of(), SimilarityMeasure.COSINE, 40, 16)
    table = distance_table(methods)
    assert len(table) == 3 * 40
    assert table.groupby("method")["pairs"].first().tolist() == [40, 40, 40]
    for name in ("Sinusoidal", "RoPE"):
        assert "depends on distance alone" in distance_finding(name, methods[name])
    learned = methods["Learned"]
    finding = distance_finding("Learned", learned)
    assert "does not depend on distance alone" in finding
    assert f"At distance {learned.widest_distance}" in finding
    assert f"to {learned.high[learned.widest_distance]:.2f}" in finding
    nearly = toeplitz_matrix(np.linspace(1, 0, 9))
    nearly[1, 3] += 1e-4
    assert "almost" in distance_finding("It", summarise_by_distance(nearly))
    assert "every similarity is 0" in distance_finding("It", summarise_by_distance(np.zeros((4, 4))))


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0"), (0.25, "0.250"), (3.14e-16, "3.1 × 10⁻¹⁶"), (9.99e-4, "10.0 × 10⁻⁴")]
)
def test_small_numbers_can_be_read(number: float, expected: str) -> None:
    assert scientific_text(number) == expected


def test_periods_in_rows() -> None:
    waves = np.cos(2 * np.pi * np.arange(64)[:, None] * np.array([9, 2, 0, 4]) / 64)
    rows = period_table(spectrum(waves))
    assert rows["dimension"].tolist() == [2, 4, 1]  # the constant one is left out
    assert rows["swings"].tolist() == [2, 4, 9]
    assert rows["period"].tolist() == [32, 16, pytest.approx(64 / 9)]
    assert rows["share"].tolist() == pytest.approx([1, 1, 1])
    random = period_table(spectrum(np.random.default_rng(0).normal(size=(64, 400))))
    assert "of 400 dimensions" in (chance := columns_finding(random, 64))
    assert "about 50 would" in chance
    assert (random["swings"] <= SLOW).sum() == pytest.approx(50, abs=20)
    assert columns_finding(random, 8) == columns_finding(random[:0], 64) == ""
    assert far_positions_finding(0, 128) == ""
    assert "past position 128" in far_positions_finding(2_000_000, 128)
    assert "on 2.0 million tokens" in far_positions_finding(2_000_000, 128)


def test_turns_in_rows() -> None:
    turned = rotary_similarity(10, 8)
    table = rotary_table(turned, [0, 3])
    assert table["series"].unique().tolist() == ["pair 0", "pair 3", MEAN_OF_PAIRS]
    np.testing.assert_array_equal(table[table["series"] == "pair 3"]["similarity"], turned[:, 3])


def test_turns_and_neighbours_in_words() -> None:
    turned = rotary_similarity(10, 8)
    mean = turned.mean(axis=-1)
    finding = rotary_finding(turned)
    assert f"{mean[1]:.2f} at distance 1 and {mean[-1]:.2f} at distance 9".replace("-", "−") in finding
    assert f"lowest at distance {mean.argmin()}: {mean.min():.2f}".replace("-", "−") in finding
    distance = summarise_by_distance(toeplitz_matrix(np.linspace(1, -1, 21)))
    finding = neighbour_finding("It", distance, SimilarityMeasure.COSINE)
    for part in ("cosine similarity 0.90", "0.20 at distance 8", "0.00 at distance 10"):
        assert part in finding
    finding = neighbour_finding("It", summarise_by_distance(toeplitz_matrix([1, -0.5])), SimilarityMeasure.DOT)
    assert "dot product −0.50" in finding
    assert "distance" not in finding


@pytest.mark.parametrize("kind", list(PositionKind))
def test_the_end_is_told_by_kind(kind: PositionKind) -> None:
    encoding = positions_of(kind)
    assert "stops at token 41" in end_finding(encoding, "It")
    assert ("no learned vector" in end_finding(encoding, "It")) is (kind is PositionKind.LEARNED)
    assert "is fine" in end_finding(positions_of(kind, has_hard_limit=False), "It")
    assert position_kind_finding(encoding, "It").startswith("It ")
