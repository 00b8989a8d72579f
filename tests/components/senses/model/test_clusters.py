"""Neighbours, votes, clusters and the words that name them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics.pairwise import cosine_similarity

from components.model.statistics.cosines import centre_rows, cosine_matrix
from components.senses.model.cluster_words import cluster_words
from components.senses.model.clusters import adjusted_rand_index, cluster_points, dendrogram_order
from components.senses.model.neighbours import nearest_to_point, nearest_to_vector, neighbour_vote
from components.senses.model.results import PointNeighbour
from tests.components.senses.model.test_measures import cloud

FAN = np.array([[1, 0], [1, 0.1], [1, 0.5], [0, 1], [-1, 0]], dtype=np.float32)


def test_cosines_are_those_of_scikit_learn() -> None:
    vectors, _ = cloud(20)
    np.testing.assert_allclose(cosine_matrix(vectors), cosine_similarity(vectors.astype(np.float64)), atol=1e-12)


@given(st.integers(2, 20), st.floats(-1e4, 1e4), st.integers(0, 50))
def test_centred_vectors_do_not_depend_on_a_shared_offset(points: int, shared: float, seed: int) -> None:
    vectors, _ = cloud(points, seed=seed)
    np.testing.assert_allclose(centre_rows(vectors).mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(centre_rows(vectors + np.float64(shared)), centre_rows(vectors), atol=1e-6)
    assert not centre_rows(np.full((points, 3), np.float32(shared))).any()


# Neighbours and votes


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


# Clusters


def test_separate_groups_are_found_and_counted() -> None:
    vectors, labels = cloud(60, senses=3, apart=6)
    numbers = cluster_points(vectors)
    assert len(set(zip(labels, numbers.tolist(), strict=True))) == 3
    assert numbers.max() == 2


@given(st.integers(3, 30), st.integers(1, 6), st.integers(0, 50))
def test_clusters_are_those_of_scikit_learn(points: int, count: int, seed: int) -> None:
    vectors, _ = cloud(points, seed=seed)
    count = min(count, points)
    ours = cluster_points(vectors, count)
    apart = AgglomerativeClustering(count, metric="cosine", linkage="average")
    theirs = apart.fit_predict(vectors - vectors.mean(axis=0, dtype=np.float64))
    assert len(set(zip(ours.tolist(), theirs.tolist(), strict=True))) == count
    sizes = np.bincount(ours)
    assert (np.diff(sizes) <= 0).all()  # the largest first


@given(st.integers(2, 30), st.integers(1, 6), st.integers(0, 50))
def test_the_order_keeps_every_cluster_together(points: int, count: int, seed: int) -> None:
    vectors, _ = cloud(points, seed=seed)
    order = dendrogram_order(vectors)
    assert sorted(order.tolist()) == list(range(points))
    in_order = cluster_points(vectors, count)[order]
    assert (np.diff(in_order) != 0).sum() == len(set(in_order.tolist())) - 1


def test_a_shared_offset_makes_no_cluster() -> None:
    vectors, labels = cloud(60, senses=2, apart=6)
    shared = vectors + 1_000 * np.ones(vectors.shape[1])
    assert adjusted_rand_index(cluster_points(shared), labels) == pytest.approx(1)


def test_the_rand_index_is_1_for_the_senses_themselves_and_none_without_two_of_them() -> None:
    assert adjusted_rand_index([1, 1, 0, 2], ["a", "a", "b", None]) == 1
    assert adjusted_rand_index([0, 1, 0, 1], ["a", "a", "b", "b"]) == pytest.approx(-0.5)
    assert adjusted_rand_index([0, 1, 0], ["a", "a", None]) is None
    assert adjusted_rand_index([], []) is None


@pytest.mark.parametrize("points", [0, 1, 2, 3, 7])
def test_few_points_and_equal_points_are_one_cluster(points: int) -> None:
    same = np.ones((points, 3), dtype=np.float32)
    assert cluster_points(same).tolist() == [0] * points
    assert cluster_points(same, 1).tolist() == [0] * points
    assert sorted(dendrogram_order(same).tolist()) == list(range(points))


def test_less_than_one_cluster_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one cluster"):
        cluster_points(FAN, 0)


# Words


def cluster_names(sentences: list[str], of: list[int], *, count: int = 4) -> list[list[str]]:
    spans = [(sentence.index("bank"), sentence.index("bank") + 4) for sentence in sentences]
    return [[word.word for word in words] for words in cluster_words(sentences, spans, of, count=count)]


def test_clusters_are_named_by_distinctive_words() -> None:
    sentences = [
        "The river rose over the bank again today.",
        "A grassy bank beside the River, today.",
        "She lent the bank money today.",
        "The bank lost money on loans today.",
    ]
    water, finance = cluster_names(sentences, [0, 0, 1, 1], count=2)
    assert water[0] == "river"
    assert finance[0] == "money"
    assert not {"the", "over", "bank", "today"} & {*water, *finance}


def test_the_word_itself_names_no_cluster() -> None:
    assert cluster_names(["Bank bank river", "bank money"], [0, 1]) == [["river"], ["money"]]


def test_a_frequent_word_comes_before_a_rare_one() -> None:
    (first, _) = cluster_words(["x river", "y river oak", "z money"], [(0, 1)] * 3, [0, 0, 1])
    assert [(word.word, word.count, word.elsewhere) for word in first] == [("river", 2, 0), ("oak", 1, 0)]
    assert first[0].z > first[1].z > 0


def test_one_cluster_has_its_most_frequent_words() -> None:
    assert cluster_names(["bank river", "bank river oak"], [0, 0]) == [["river", "oak"]]


def test_a_sentence_counts_once_and_may_have_no_other_words() -> None:
    sentence = "bank to bank, river"
    words_by_cluster = cluster_words([sentence, sentence, "bank"], [(0, 4), (8, 12), (0, 4)], [0, 0, 1])
    assert [(word.word, word.count) for word in words_by_cluster[0]] == [("river", 1)]
    assert words_by_cluster[1] == ()
    assert cluster_words([], [], []) == ()
