"""Findings about many pairs count them, and say so if they do not agree."""

import pytest

from components.patching.model.results import PhenomenonPaths
from components.patching.tables.paths import (
    average_table,
    commonest_layer,
    left_out_finding,
    pair_table,
    path_arrival,
    paths_finding,
)
from tests.components.patching.pairs import LAYERS, path, paths


def finding_of(paths: PhenomenonPaths) -> str:
    return paths_finding(paths, average_table(paths), model="MiniLM")


def test_the_layer_of_most_pairs_is_said_with_its_count_and_interval() -> None:
    finding = finding_of(paths(2, 2, 2, 3))
    assert "moves to the blank in layer 2 in 3 of 4 pairs" in finding
    assert "95% interval: 30–95%" in finding
    assert commonest_layer(paths(2, 2, 2, 3)) == (2, 3)


def test_what_holds_by_construction_after_the_last_layer_is_no_share() -> None:
    last, earlier = finding_of(paths(LAYERS, LAYERS, LAYERS, 1)), finding_of(paths(2, 2, 2, 3))
    assert f"After layer {LAYERS}, the last, the blank alone decides" in last
    assert "the last" not in earlier
    assert f"in 3 of 4 pairs the answer is at the blank only after layer {LAYERS}" in last
    assert "interval" not in last.partition(". ")[0], "it could not be otherwise"
    assert "interval" in earlier.partition(". ")[0]
    assert "and the blank 75%" in earlier


def test_pairs_that_do_not_agree_are_not_said_to() -> None:
    finding = finding_of(paths(1, 2, 3, 4))
    assert "at different layers" in finding
    assert "layer 1 (1 of 4 pairs" in finding


def test_no_pairs_and_left_out_pairs_are_said() -> None:
    assert "MiniLM cannot be tested" in finding_of(paths(left_out=8))
    assert average_table(paths()).empty
    assert left_out_finding(paths(2), model="MiniLM") == ""
    assert "1 pair was left out" in left_out_finding(paths(2, left_out=1), model="MiniLM")
    assert "2 pairs were left out" in left_out_finding(paths(2, left_out=2), model="MiniLM")


def test_averages_are_over_pairs_with_intervals_around_them() -> None:
    table = average_table(paths(2, 2, 3, 3))
    row = table[(table["group"] == "the blank") & (table["layer"] == 2)].iloc[0]
    assert row["share"] == pytest.approx(0.5)
    assert 0 <= row["low"] < 0.5 < row["high"] <= 1
    assert len(table) == 3 * (LAYERS + 1)


@pytest.mark.parametrize("arrival", range(LAYERS + 1))
def test_the_arrival_is_the_last_crossing(arrival: int) -> None:
    assert path_arrival(path(arrival)) == arrival
    assert list(pair_table(paths(arrival))["Moves in layer"]) == [arrival]
