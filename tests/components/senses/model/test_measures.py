"""The accuracy of nearest neighbours against plain loops, at its edges, and against shuffled labels."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.senses.model import measures as sense_measures
from components.senses.model.measures import measures_by_layer


def cloud(points: int, *, senses: int = 3, apart: float = 1.0, seed: int = 0) -> tuple[np.ndarray, list[str]]:
    """Vectors around one centre per sense, with labels."""
    random = np.random.default_rng(seed)
    codes = np.arange(points) % senses
    middles = random.normal(size=(senses, 16)) * apart
    return (middles[codes] + random.normal(size=(points, 16))).astype(np.float32), [f"sense {code}" for code in codes]


def neighbour_accuracy(vectors: np.ndarray, labels: list, sentences: list | None = None, *, k: int = 1) -> float:
    """The accuracy of one layer."""
    return float(measures_by_layer(np.asarray(vectors)[:, None], labels, sentences, k=k, shuffles=0).accuracy.value[0])


def accuracy_by_loop(vectors: np.ndarray, labels: list[str], k: int) -> float:
    """The share of the k nearest with the same label, computed point by point."""
    right = 0
    for point, vector in enumerate(vectors):
        others = [other for other in range(len(vectors)) if other != point]
        lengths = np.linalg.norm(vectors[others], axis=1) * np.linalg.norm(vector)
        cosines = vectors[others].astype(float) @ vector / lengths
        near = [others[place] for place in np.argsort(-cosines)[:k]]
        right += sum(labels[other] == labels[point] for other in near)
    return right / (k * len(vectors))


@given(st.integers(4, 40), st.integers(2, 4), st.floats(0, 2), st.integers(0, 99), st.integers(1, 3))
def test_accuracy_is_that_of_a_plain_loop(points: int, senses: int, apart: float, seed: int, k: int) -> None:
    vectors, labels = cloud(points, senses=senses, apart=apart, seed=seed)
    assert neighbour_accuracy(vectors, labels, k=k) == pytest.approx(accuracy_by_loop(vectors, labels, k), abs=1e-12)


def test_the_block_size_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, labels = cloud(50)
    whole = neighbour_accuracy(vectors, labels, k=2)
    monkeypatch.setattr(sense_measures, "BLOCK", 7)
    assert neighbour_accuracy(vectors, labels, k=2) == pytest.approx(whole, abs=1e-12)


def test_equally_near_points_share_one_vote_in_any_order() -> None:
    same = np.ones((6, 4), dtype=np.float32)
    labels = ["a", "a", "a", "b", "b", "b"]
    # Each point has five equals, two of its own sense: the order must not decide.
    assert neighbour_accuracy(same, labels) == pytest.approx(0.4)
    assert neighbour_accuracy(same, labels[::-1]) == pytest.approx(0.4)
    assert neighbour_accuracy(same, ["a", "b"] * 3, k=3) == pytest.approx(0.4)


def test_a_tie_behind_a_nearer_point_shares_the_remaining_places() -> None:
    vectors = np.array([[1, 0], [1, 0.1], [1, 1], [1, -1]], dtype=float)
    turned = np.array([[1, 0, 0], [1, 0.1, 0], [1, 0, 1], [1, 0, -1]], dtype=float)
    assert neighbour_accuracy(turned[[0, 1, 2, 3]], ["a", "b", "a", "b"], k=2) == pytest.approx(
        # Point 0: b, then half of a. 1: a, then half of each. 2: a and b. 3: a and b.
        (0.5 + 0.5 + 1 + 1) / 8
    )
    assert neighbour_accuracy(vectors, ["a", "a", "b", "b"]) == 0.5


def test_points_without_a_label_are_left_out() -> None:
    vectors, labels = cloud(30)
    partly = [label if number % 3 else None for number, label in enumerate(labels)]
    labelled = [number for number, label in enumerate(partly) if label is not None]
    known = [labels[number] for number in labelled]
    assert neighbour_accuracy(vectors, partly) == neighbour_accuracy(vectors[labelled], known)


@pytest.mark.parametrize("labels", [[], [None, None], ["a", None]])
def test_measures_of_fewer_than_two_points_are_nan(labels: list[str | None]) -> None:
    vectors = np.ones((len(labels), 3))
    assert math.isnan(neighbour_accuracy(vectors, labels))
    result = measures_by_layer(np.ones((len(labels), 2, 3)), labels, shuffles=3)
    assert result.accuracy.best is None
    assert np.isnan(result.accuracy.value).all()
    assert np.isnan(result.accuracy.high).all()


def test_one_sense_is_always_right() -> None:
    vectors, _ = cloud(5)
    assert neighbour_accuracy(vectors, ["a"] * 5) == 1


def test_arguments_that_do_not_match_are_errors() -> None:
    with pytest.raises(ValueError, match="a label for each of 3 points, got 2"):
        neighbour_accuracy(np.ones((3, 2)), ["a", "b"])
    with pytest.raises(ValueError, match="at least one neighbour"):
        neighbour_accuracy(np.ones((2, 2)), ["a", "b"], k=0)


def test_more_neighbours_than_points_means_all_points() -> None:
    vectors, labels = cloud(4, senses=2)
    assert neighbour_accuracy(vectors, labels, k=99) == pytest.approx(1 / 3)


def test_every_layer_has_its_own_values_and_the_baseline_is_near_chance() -> None:
    layers = [cloud(60, senses=2, apart=apart)[0] for apart in (0.0, 0.5, 3.0)]
    labels = cloud(60, senses=2)[1]
    progress: list[tuple[int, int]] = []
    result = measures_by_layer(
        np.stack(layers, axis=1), labels, on_progress=lambda done, of: progress.append((done, of))
    )
    assert progress == [(1, 3), (2, 3), (3, 3)]
    for layer, vectors in enumerate(layers):
        assert result.accuracy.value[layer] == pytest.approx(neighbour_accuracy(vectors, labels))
    assert result.accuracy.best == 2
    assert result.accuracy.value[2] > result.accuracy.high[2]
    assert (np.abs(result.accuracy.shuffled - 29 / 59) < 0.04).all()  # of 59 others 29 have the same label
    assert (result.accuracy.low <= result.accuracy.shuffled).all()
    assert (result.accuracy.shuffled <= result.accuracy.high).all()
    assert (result.points, result.senses) == (60, (("sense 0", 30), ("sense 1", 30)))


def test_shuffles_follow_the_seed_and_can_be_left_out() -> None:
    vectors, labels = cloud(20)
    layers = vectors[:, None]
    first, second = measures_by_layer(layers, labels, shuffles=20), measures_by_layer(layers, labels, shuffles=20)
    np.testing.assert_array_equal(first.accuracy.shuffled, second.accuracy.shuffled)
    other = measures_by_layer(layers, labels, shuffles=20, seed=1)
    assert not np.array_equal(first.accuracy.shuffled, other.accuracy.shuffled)
    unshuffled = measures_by_layer(layers, labels, shuffles=0)
    assert np.isnan(unshuffled.accuracy.shuffled).all()
    assert unshuffled.accuracy.value == first.accuracy.value


def test_shuffled_values_are_those_of_shuffled_labels() -> None:
    vectors, labels = cloud(20)
    result = measures_by_layer(vectors[:, None], labels, shuffles=1, seed=5)
    codes = np.array([["sense 0", "sense 1", "sense 2"].index(label) for label in labels])
    shuffled = np.random.default_rng(5).permutation(codes).tolist()
    assert result.accuracy.shuffled[0] == pytest.approx(neighbour_accuracy(vectors, shuffled))


def test_a_zero_vector_does_no_harm() -> None:
    vectors = np.array([[0, 0], [1, 0], [1, 0.1], [0, 1]])
    assert math.isfinite(neighbour_accuracy(vectors, ["a", "a", "b", "b"]))


# Sentences that hold the word more than once


def twice(senses: int = 2, *, sentences: int = 80, seed: int = 0) -> tuple[np.ndarray, list[str], list[int]]:
    """Each sentence holds the word twice; its two vectors lie together. Labels of sentences are drawn at random."""
    random = np.random.default_rng(seed)
    middles = random.normal(size=(sentences, 16))
    vectors = np.repeat(middles, 2, axis=0) + 0.1 * random.normal(size=(2 * sentences, 16))
    labels = random.integers(0, senses, sentences)
    return vectors, [f"sense {code}" for code in np.repeat(labels, 2)], list(np.repeat(np.arange(sentences), 2))


@pytest.mark.parametrize("seed", range(5))
def test_random_labels_of_sentences_do_not_pass_for_senses(seed: int) -> None:
    vectors, labels, sentences = twice(seed=seed)
    for sentence_ids, expected in ((sentences, False), (None, True)):
        result = measures_by_layer(vectors[:, None], labels, sentence_ids)
        significant = result.accuracy.value[0] > result.accuracy.high[0] + 0.1
        assert significant == expected, "without sentence ids, points of one sentence support each other"


def accuracy_in_others(vectors: np.ndarray, labels: list[str], sentences: list[int]) -> float:
    """Accuracy over points in other sentences, computed point by point."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    right = 0.0
    for point, sentence in enumerate(sentences):
        others = [other for other, of in enumerate(sentences) if of != sentence]
        right += labels[others[int((unit[others] @ unit[point]).argmax())]] == labels[point]
    return right / len(vectors)


@given(st.integers(4, 30), st.integers(2, 4), st.integers(1, 9), st.integers(0, 99))
def test_the_accuracy_uses_other_sentences_only(points: int, senses: int, sentences: int, seed: int) -> None:
    vectors, labels = cloud(points, senses=senses, seed=seed)
    of = np.random.default_rng(seed).integers(0, sentences, points).tolist()
    if len(set(of)) < 2:
        assert math.isnan(neighbour_accuracy(vectors, labels, of))
        return
    expected = accuracy_in_others(vectors.astype(float), labels, of)
    assert neighbour_accuracy(vectors, labels, of) == pytest.approx(expected, abs=1e-9)
