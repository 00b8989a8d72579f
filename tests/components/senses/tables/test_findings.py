"""Tables and findings of senses: counted from 1, in order, with the right numbers."""

import json
from dataclasses import replace

import numpy as np
import pytest

from components.model.results import Conditions
from components.senses.model.results import LayerMeasures, MeasureByLayer, PointNeighbour, Vote, WordPoint
from components.senses.tables.findings import (
    NO_SENSE,
    measure_finding,
    measure_table,
    neighbour_table,
    point_table,
    vote_finding,
    with_custom_sentence,
)
from components.tables.files import as_json, csv

CONDITIONS = Conditions("pocket-bert", "bundled", "CPU", "float32", "torch 2")

POINTS = [
    WordPoint(0, "A bank.", 2, 6, (2,), "bank"),
    WordPoint(1, "Banks lend.", 0, 5, (1, 2), "Banks"),
    WordPoint(1, "Banks lend.", 0, 5, (1,), "Banks"),
]
SENSES = ["river", "money", None]
WORD = "spring"


def measure_by_layer(accuracy: list[float], shuffled: float = 25 / 48) -> MeasureByLayer:
    values = np.array(accuracy)
    return MeasureByLayer(
        values,
        np.full_like(values, shuffled),
        np.full_like(values, shuffled - 0.1),
        np.full_like(values, shuffled + 0.1),
    )


def measures(accuracy: list[float], *, k: int = 1, shuffles: int = 100) -> LayerMeasures:
    return LayerMeasures(measure_by_layer(accuracy), (("money", 26), ("river", 22)), k, shuffles, 0)


def test_points_are_rows_with_their_word_sense_and_position() -> None:
    table = point_table(POINTS, SENSES, np.array([[0, 1], [2, 3], [4, 5]], dtype=np.float32))
    assert table.iloc[1].to_dict() == {
        "point": 2, "word": "Banks", "sentence": "Banks lend.", "start": 0, "end": 5, "sense": "money",
        "x": 2.0, "y": 3.0,
    }  # fmt: skip
    assert table["sense"].tolist() == ["river", "money", NO_SENSE]
    assert point_table([], [], np.empty((0, 2))).empty


def test_a_sentence_of_one_s_own_is_the_last_row_with_its_neighbours_and_cosines() -> None:
    table = point_table(POINTS, [*SENSES[:2], None], np.zeros((3, 2)))
    vote = Vote("river", 1.0, (PointNeighbour(1, 1.0), PointNeighbour(0, 0.0)), (("river", 1.0),))
    exported = with_custom_sentence(table, np.array([[0.0, 3.0], [2.0, 0.0], [1.0, 0.0]]), vote)
    assert exported["custom"].tolist() == [False, False, True]
    assert exported["cosine"].tolist() == [0.0, 1.0, 1.0]
    assert exported["neighbour"].tolist()[:2] == [2, 1]
    assert exported["neighbour"].isna().tolist() == [False, False, True]
    rows = json.loads(as_json(exported, CONDITIONS))["rows"]
    assert [row["neighbour"] for row in rows] == [2, 1, None]
    assert csv(exported, CONDITIONS).decode("utf-8-sig").splitlines()[1].split(",")[-7] == "2"


def test_measures_are_rows_by_layer_with_the_best_marked() -> None:
    table = measure_table(measures([0.5, 0.9, 0.9]))
    assert table["layer"].tolist() == [0, 1, 2]
    assert table["value"].tolist() == [0.5, 0.9, 0.9]
    assert table["best"].tolist() == [False, True, False]
    assert (table["low"] < table["shuffled"]).all()
    assert (table["shuffled"] < table["high"]).all()


def test_neighbours_are_rows_nearest_first() -> None:
    table = neighbour_table([PointNeighbour(2, 0.9), PointNeighbour(0, 0.5)], POINTS, SENSES)
    assert table["rank"].tolist() == [1, 2]
    assert table["point"].tolist() == [3, 1]
    assert table["sense"].tolist() == [NO_SENSE, "river"]
    assert table["sentence"].tolist() == ["Banks lend.", "A bank."]
    assert list(neighbour_table([], POINTS, SENSES).columns) == ["rank", "point", "sense", "cosine", "sentence"]


def test_the_best_layer_is_reported_with_the_start_and_the_baseline() -> None:
    finding = measure_finding(measures([24 / 48, 25 / 48, 30 / 48, 43 / 48]), WORD)
    answer, _, rest = finding.partition(". ")
    assert "layer 3" in answer
    assert "90%" in answer
    assert "50%" in rest
    assert "52%" in rest


@pytest.mark.parametrize(
    ("right", "best", "tied"),
    [
        ([24, 30, 40, 43], 3, "Layers 2 and 3 "),
        ([24, 41, 40, 43], 3, "Layers 1–3 "),
        ([24, 43, 30, 43], 1, "Layers 1 and 3 "),
        ([42, 41, 40, 43], 3, "Layers 0–3 "),
        ([24, 25, 30, 43], 3, ""),  # a lead that is none by chance
    ],
)
def test_layers_that_may_be_as_good_as_the_best_are_named(right: list[int], best: int, tied: str) -> None:
    finding = measure_finding(measures([count / 48 for count in right]), WORD)
    assert f"After layer {best}, 90%" in finding
    assert ("Layers" in finding) == bool(tied)
    assert tied in finding


@pytest.mark.parametrize(
    ("layer_measures", "expected"),
    [
        (measures([23.4 / 48, 40 / 48]), "Before layer 1 it is 49%"),
        (measures([40 / 48, 24 / 48]), "Before layer 1, 83%"),
        (measures([24 / 48, 27 / 48]), "better than chance"),
    ],
)
def test_the_finding_follows_the_numbers(layer_measures: LayerMeasures, expected: str) -> None:
    assert expected in measure_finding(layer_measures, WORD)


def test_the_finding_leaves_out_what_was_not_computed() -> None:
    assert "chance" not in measure_finding(measures([24 / 48, 40 / 48], shuffles=0), WORD)
    assert measure_finding(measures([40 / 48, 30 / 48]), WORD).count("efore layer 1") == 1


@pytest.mark.parametrize(
    ("senses", "expected"),
    [((), "Too few sentences"), ((("a", 1),), "Too few"), ((("a", 9),), "All 9 labelled sentences mean “a”")],
)
def test_the_finding_says_when_there_are_no_two_senses(senses: tuple[tuple[str, int], ...], expected: str) -> None:
    layer_measures = LayerMeasures(measure_by_layer([float("nan")]), senses, 1, 100, 0)
    assert expected in measure_finding(layer_measures, WORD)
    assert not measure_table(layer_measures)["best"].any()


def test_votes_are_reported_with_their_numbers() -> None:
    near = tuple(PointNeighbour(point, 0.9) for point in range(5))
    assert vote_finding(Vote("river", 0.8, near, (("river", 0.8), ("money", 0.2)))) == (
        "4 of 5 nearest sentences mean “river”. 1 means “money”."
    )
    assert vote_finding(Vote("river", 1.0, near, (("river", 1.0),))) == "all 5 nearest sentences mean “river”."
    assert vote_finding(Vote("river", 1.0, near[:1], (("river", 1.0),))) == "the nearest sentence means “river”."
    assert "nothing to vote for" in vote_finding(Vote(None, 0.0, (), ()))
    open_vote = vote_finding(Vote("river", 0.6, near, (("river", 0.6), ("money", 0.4)), (("money", 41), ("river", 36))))
    assert "nearest sentences mean" not in open_vote
    for part in ("77", "0.90", "41 mean “money”", "36 mean “river”"):
        assert part in open_vote


@pytest.mark.parametrize(("similar_from", "far"), [(0.71, True), (0.39, False), (0.2, False), (None, False)])
def test_a_vote_among_sentences_that_are_all_unlike_says_so(similar_from: float | None, far: bool) -> None:
    near = tuple(PointNeighbour(point, 0.391) for point in range(5))
    vote = Vote("river", 0.8, near, (("river", 0.8), ("money", 0.2)), examples=near, similar_from=similar_from)
    tied = replace(vote, sense="river", ties=(("money", 41), ("river", 36)))
    for finding in (vote_finding(vote), vote_finding(tied)):
        assert ("0.39" in finding and "0.71" in finding) == far
        assert ("river" in finding) != far  # a vote of sentences that are all unlike does not count
    assert ("77" in vote_finding(tied)) != far
