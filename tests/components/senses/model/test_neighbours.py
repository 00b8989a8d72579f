"""Neighbours and votes come from other sentences, one from each."""

import numpy as np

from components.senses.model.clusters import adjusted_rand_index
from components.senses.model.neighbours import nearest_to_point, nearest_to_vector, neighbour_vote

TURNED = np.array([[np.cos(angle), np.sin(angle)] for angle in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)])
SENTENCES = ["a", "a", "b", "b", "c", "d"]


def points(found: object) -> list[int]:
    return [neighbour.point for neighbour in found]  # type: ignore[attr-defined]


def test_a_neighbour_is_of_another_sentence_and_each_sentence_counts_once() -> None:
    assert points(nearest_to_point(TURNED, 0, 3, SENTENCES)) == [2, 4, 5]
    assert points(nearest_to_point(TURNED, 0, 3)) == [1, 2, 3]


def test_a_vector_of_one_of_the_sentences_does_not_find_its_own() -> None:
    assert points(nearest_to_vector(TURNED, TURNED[0], 2, SENTENCES, excluded="a")) == [2, 4]
    assert points(nearest_to_vector(TURNED, TURNED[0], 2, SENTENCES)) == [0, 2]


def test_a_sentence_with_the_word_twice_has_one_vote() -> None:
    senses = ["money", "money", "river", "river", "river", None]
    own = neighbour_vote(TURNED, senses, TURNED[0], SENTENCES, excluded="a", k=2)
    assert (own.sense, own.share, points(own.neighbours)) == ("river", 1.0, [2, 4])
    assert neighbour_vote(TURNED, senses, TURNED[0], SENTENCES, k=2).shares == (("money", 0.5), ("river", 0.5))


def test_in_the_agreement_of_groups_each_sentence_counts_once() -> None:
    senses = ["money", "money", "river", "river", "river", "money"]
    groups = [0, 1, 1, 0, 1, 0]  # the first of each sentence lies with its like, the second does not
    assert adjusted_rand_index(groups, senses, SENTENCES) == 1.0
    assert adjusted_rand_index(groups, senses) < 0.5
