"""Findings about many pairs count them, and say so if they do not agree."""

from dataclasses import replace

import pytest

from components.patching.model.results import PhenomenonPaths
from components.patching.tables.paths import (
    average_table,
    commonest_layers,
    gradual_note,
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
    assert finding.startswith("In layer 2, most answers move to the blank. ")
    assert "in layer 2 in 3 of 4 pairs" in finding
    assert "95% interval: 30–95%" in finding
    assert commonest_layers([2, 2, 2, 3]) == ([2], 3)


def test_what_holds_by_construction_after_the_last_layer_is_no_share() -> None:
    last, earlier = finding_of(paths(LAYERS, LAYERS, LAYERS, 1)), finding_of(paths(2, 2, 2, 3))
    assert f"After layer {LAYERS}, the last, the blank alone decides" in last
    assert "the last" not in earlier
    assert f"in layer {LAYERS} in 3 of 4 pairs" in last
    assert "the last layer" in last.partition(". ")[0]
    assert "interval" not in last.partition("must be there")[0], "it could not be otherwise"
    assert "interval" in earlier
    assert "and the blank 75%" in earlier


def test_pairs_that_do_not_agree_are_not_said_to() -> None:
    finding = finding_of(paths(1, 2, 3, 4))
    assert "in different layers" in finding
    assert "Layers 1, 2, 3 and 4 tie, with 1 of 4 pairs each" in finding
    assert "mostly in layer 2" in finding_of(paths(1, 2, 2, 3, 4))
    assert "in 2 of 5 pairs" in finding_of(paths(1, 2, 2, 3, 4))


def test_layers_that_tie_are_all_named() -> None:
    finding = finding_of(paths(2, 2, 2, 3, 3, 3, 1))
    assert "Layers 2 and 3 tie, with 3 of 7 pairs each" in finding
    assert "mostly" not in finding
    assert "after layer 1, and the blank" in finding, "from before the first of them to after the last"
    assert "after layer 3." in finding


@pytest.mark.parametrize(("arrival", "when"), [(2, "in layer 2."), (LAYERS, "the last, it must be there")])
def test_one_pair_has_no_interval(arrival: int, when: str) -> None:
    single = paths(arrival)
    finding = finding_of(single)
    assert "one pair only" in finding
    assert when in finding
    assert "1 of 1" not in finding
    assert "average" not in finding
    assert "(" not in finding.partition("pair only")[2], "no interval"
    table = average_table(single)
    assert table[["low", "high"]].isna().all(axis=None)
    assert table["share"].notna().all()


def test_answers_that_creep_over_half_are_counted() -> None:
    steps = (0.0, 0.35, 0.47, 0.56, 1.0)
    creeping = replace(path(3), shares=(tuple(1 - share for share in steps), steps, (0.1,) * (LAYERS + 1)))
    assert path_arrival(creeping) == 3
    assert gradual_note(paths(2, 3)) == ""
    assert "1 of 3 pairs" in gradual_note(replace(paths(2, 3), paths=(path(2), creeping, path(3))))


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
