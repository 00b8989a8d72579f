"""Neighbours and votes: in order, with their shares, from other sentences, one per sentence."""

import numpy as np
import pytest

from components.senses.model.neighbours import (
    lowest_nearest_cosine,
    nearest_to_point,
    nearest_to_vector,
    neighbour_vote,
)
from components.senses.model.results import PointNeighbour

TURNED = np.array([[np.cos(angle), np.sin(angle)] for angle in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)])
FAN = np.array([[1, 0], [1, 0.1], [1, 0.5], [0, 1], [-1, 0]], dtype=np.float32)
SENTENCES = ["a", "a", "b", "b", "c", "d"]


def point_indices(neighbours: object) -> list[int]:
    return [neighbour.point for neighbour in neighbours]  # type: ignore[attr-defined]


def test_neighbours_are_from_other_sentences_one_each() -> None:
    assert point_indices(nearest_to_point(TURNED, 0, 3, SENTENCES)) == [2, 4, 5]
    assert point_indices(nearest_to_point(TURNED, 0, 3)) == [1, 2, 3]


def test_the_excluded_sentence_has_no_neighbours() -> None:
    assert point_indices(nearest_to_vector(TURNED, TURNED[0], 2, SENTENCES, excluded="a")) == [2, 4]
    assert point_indices(nearest_to_vector(TURNED, TURNED[0], 2, SENTENCES)) == [0, 2]


def test_a_sentence_with_the_word_twice_has_one_vote() -> None:
    senses = ["money", "money", "river", "river", "river", None]
    without_own = neighbour_vote(TURNED, senses, TURNED[0], SENTENCES, excluded="a", k=2)
    assert (without_own.sense, without_own.share, point_indices(without_own.neighbours)) == ("river", 1.0, [2, 4])
    assert neighbour_vote(TURNED, senses, TURNED[0], SENTENCES, k=2).shares == (("money", 0.5), ("river", 0.5))


def turned_by(*cosines: float) -> np.ndarray:
    """Vectors with these cosines to the first axis."""
    return np.array([[cosine, np.sqrt(1 - cosine**2)] for cosine in cosines])


@pytest.mark.parametrize(
    ("cosines", "senses", "ties"),
    [
        ((1.0, 0.999, 0.998, 0.997, 0.996), "rrmmm", (("m", 3), ("r", 2))),  # all are 1.00: others could have voted
        ((1.0, 0.999, 0.998, 0.997, 0.90), "rrrmm", (("r", 3), ("m", 1))),  # one of the other meaning is as near
        ((1.0, 0.999, 0.998, 0.90, 0.90), "rrmmm", (("r", 2), ("m", 1))),  # the voters themselves
        ((1.0, 0.999, 0.98, 0.97, 0.96), "rrmmm", ()),  # the third is farther
        ((1.0, 0.999, 0.998, 0.997, 0.996), "rrrrr", ()),  # whichever three vote, it is river
        ((0.954, 0.953, 0.952, 0.944, 0.944), "rrrmm", ()),  # 0.95 and 0.94
        ((0.954, 0.953, 0.952, 0.946, 0.946), "rrrmm", (("r", 3), ("m", 2))),  # 0.95 and 0.95
    ],
)
def test_meanings_that_are_equally_near_to_the_digits_shown_are_counted(
    cosines: tuple[float, ...], senses: str, ties: tuple[tuple[str, int], ...]
) -> None:
    vote = neighbour_vote(turned_by(*cosines), list(senses), np.array([1.0, 0.0]), k=3)
    assert vote.sense == "r"
    assert vote.ties == ties


def test_a_single_voter_is_never_level_with_others() -> None:
    assert neighbour_vote(turned_by(1.0, 0.999), ["r", "m"], np.array([1.0, 0.0]), k=1).ties == ()


def test_the_sentences_to_list_are_the_voters_unless_more_sentences_tie_with_them() -> None:
    new = np.array([1.0, 0.0])
    clear = neighbour_vote(turned_by(1.0, 0.98, 0.97, 0.96, 0.95), list("rrmmm"), new, k=3)
    assert clear.examples == clear.neighbours
    tied = neighbour_vote(turned_by(*np.linspace(1.0, 0.999, 11)), list("mmmmmmmmmrr"), new)
    assert tied.ties == (("m", 9), ("r", 2))
    assert point_indices(tied.neighbours) == [0, 1, 2, 3, 4]
    assert point_indices(tied.examples) == [0, 1, 2, 9, 10]  # of both senses, not the first five alone


def test_the_lowest_nearest_cosine_is_between_different_sentences() -> None:
    lowest = lowest_nearest_cosine(TURNED, SENTENCES)
    assert lowest == pytest.approx(np.cos(0.2))  # the first point: the second is of its own sentence
    assert lowest_nearest_cosine(TURNED, list("abcdef")) == pytest.approx(np.cos(0.1))
    assert lowest_nearest_cosine(TURNED, ["a"] * 6) is None
    assert lowest_nearest_cosine(TURNED[:0], []) is None


def test_the_lowest_nearest_cosine_does_not_depend_on_the_parts_it_is_computed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vectors, sentences = np.random.default_rng(0).normal(size=(7, 3)), list("aabcdde")
    whole = lowest_nearest_cosine(vectors, sentences)
    monkeypatch.setattr("components.senses.model.neighbours.ROWS", 2)
    assert lowest_nearest_cosine(vectors, sentences) == pytest.approx(whole)


def test_neighbours_come_in_order_of_cosine_without_the_point_itself() -> None:
    neighbours = nearest_to_point(FAN, 0, 3)
    assert [neighbour.point for neighbour in neighbours] == [1, 2, 3]
    assert neighbours[0].cosine == pytest.approx(1 / np.sqrt(1.01))
    assert len(nearest_to_point(FAN, 0, 99)) == 4
    assert nearest_to_point(FAN[:1], 0, 3) == ()


def test_the_first_of_equally_near_points_is_nearest() -> None:
    same = np.ones((4, 2))
    assert [neighbour.point for neighbour in nearest_to_point(same, 2, 3)] == [0, 1, 3]
    assert nearest_to_vector(same, np.ones(2), 1) == (PointNeighbour(0, pytest.approx(1.0)),)


def test_neighbours_vote_and_report_their_shares() -> None:
    result = neighbour_vote(FAN, ["a", "b", "a", "b", None], np.array([1, 0.01]), k=3)
    assert (result.sense, result.share) == ("a", pytest.approx(2 / 3))
    assert [neighbour.point for neighbour in result.neighbours] == [0, 1, 2]
    assert result.shares == (("a", pytest.approx(2 / 3)), ("b", pytest.approx(1 / 3)))


def test_a_tie_goes_to_the_sense_with_nearer_voters() -> None:
    assert neighbour_vote(FAN, ["b", None, None, "a", None], np.array([1, 0.2]), k=2).sense == "b"
    assert neighbour_vote(FAN, ["b", None, None, "a", None], np.array([0.2, 1]), k=2).sense == "a"


def test_points_without_a_sense_do_not_vote() -> None:
    result = neighbour_vote(FAN, [None] * 5, np.array([1, 0]))
    assert (result.sense, result.share, result.neighbours, result.shares) == (None, 0.0, (), ())
    assert [n.point for n in neighbour_vote(FAN, [None, None, "a", None, "a"], np.array([1, 0])).neighbours] == [2, 4]
