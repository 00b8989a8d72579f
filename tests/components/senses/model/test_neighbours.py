"""Neighbours and votes come from other sentences, one per sentence."""

import numpy as np
import pytest

from components.senses.model.clusters import adjusted_rand_index
from components.senses.model.neighbours import (
    lowest_nearest_cosine,
    nearest_to_point,
    nearest_to_vector,
    neighbour_vote,
)

TURNED = np.array([[np.cos(angle), np.sin(angle)] for angle in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)])
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


def test_each_sentence_counts_once_in_the_rand_index() -> None:
    senses = ["money", "money", "river", "river", "river", "money"]
    groups = [0, 1, 1, 0, 1, 0]  # the first of each sentence lies with its like, the second does not
    assert adjusted_rand_index(groups, senses, SENTENCES) == 1.0
    by_point = adjusted_rand_index(groups, senses)
    assert by_point is not None
    assert by_point < 0.5


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
