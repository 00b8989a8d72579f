"""Neighbours and votes come from other sentences, one per sentence."""

import numpy as np
import pytest

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


def turned_by(*cosines: float) -> np.ndarray:
    """Vectors with these cosines to the first axis."""
    return np.array([[cosine, np.sqrt(1 - cosine**2)] for cosine in cosines])


@pytest.mark.parametrize(
    ("cosines", "senses", "is_open"),
    [
        ((1.0, 0.999, 0.998, 0.997, 0.996), "rrmmm", True),  # all are 1.00: another choice of three gives money
        ((1.0, 0.999, 0.998, 0.90, 0.90), "rrmmm", False),  # the three nearest are nearer than the others
        ((1.0, 0.999, 0.998, 0.997, 0.90), "rrrmm", False),  # one money among four cannot outvote two rivers
        ((1.0, 0.999, 0.998, 0.997, 0.996), "rrrrr", False),  # whichever three vote, it is river
        ((1.0, 0.999, 0.998), "rrm", False),  # nobody else could have voted
        ((0.954, 0.953, 0.952, 0.944, 0.944), "rrmmm", False),  # 0.95 and 0.94
        ((0.954, 0.953, 0.952, 0.946, 0.946), "rrmmm", True),  # 0.95 and 0.95
    ],
)
def test_a_vote_is_open_where_others_as_near_to_the_digits_shown_could_turn_it(
    cosines: tuple[float, ...], senses: str, is_open: bool
) -> None:
    vote = neighbour_vote(turned_by(*cosines), list(senses), np.array([1.0, 0.0]), k=3)
    assert vote.sense == "r"
    assert bool(vote.ties) is is_open
    if is_open:
        assert vote.ties == (("m", 3), ("r", 2))
