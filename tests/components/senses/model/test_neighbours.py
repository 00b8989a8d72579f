"""Neighbours and votes come from other sentences, one per sentence."""

import numpy as np

from components.senses.model.clusters import adjusted_rand_index
from components.senses.model.neighbours import nearest_to_point, nearest_to_vector, neighbour_vote

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
    assert adjusted_rand_index(groups, senses) < 0.5
