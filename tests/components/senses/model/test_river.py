"""The river: heights against their definition, the shuffled control, and further threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.senses.model.river import NEAREST, add_thread, compute_river, nearest_senses
from tests.components.senses.model.test_measures import cloud

SENSES = ("left", "right")


def height_by_definition(vectors: np.ndarray, labels: list[str], texts: list[str], point: int) -> float:
    """The height of a point in one layer, with a loop in place of sums. *Shape:* ``vectors`` (point, width)."""
    unit = [vector / np.linalg.norm(vector) for vector in vectors]
    others = [number for number in range(len(unit)) if texts[number] != texts[point]]
    means = [np.mean([unit[number] for number in others if labels[number] == sense], axis=0) for sense in SENSES]
    axis = (means[1] - means[0]) / np.linalg.norm(means[1] - means[0])
    return float(unit[point] @ axis - (means[0] @ axis + means[1] @ axis) / 2)


def both(labels: list[str]) -> tuple[str, str]:
    """The two labels of a cloud."""
    first, second = sorted(set(labels))
    return first, second


def sample(seed: int, count: int = 12) -> tuple[np.ndarray, list[str], list[str]]:
    """Vectors of two layers, their meanings, and their sentences, of which one has the word twice."""
    random = np.random.default_rng(seed)
    labels = [SENSES[number % 2] for number in range(count)]
    texts = [f"sentence {number}" for number in range(count)]
    texts[2] = texts[0]
    return random.normal(size=(count, 2, 5)) + 1.0, labels, texts


@given(st.integers(0, 10_000))
@settings(deadline=None)
def test_heights_are_those_of_the_definition(seed: int) -> None:
    vectors, labels, texts = sample(seed)
    river = compute_river(vectors, labels, texts, SENSES)
    for layer in range(2):
        expected = [height_by_definition(vectors[:, layer], labels, texts, point) for point in range(len(labels))]
        np.testing.assert_allclose(river.heights[layer], expected, atol=1e-9)
        right = [(height > 0) == (label == "right") for height, label in zip(expected, labels, strict=True)]
        assert river.right_counts[layer] == sum(right)


def test_exchanged_meanings_turn_the_river_over() -> None:
    vectors, labels, texts = sample(1)
    river = compute_river(vectors, labels, texts, SENSES)
    turned = compute_river(vectors, labels, texts, (SENSES[1], SENSES[0]))
    np.testing.assert_allclose(turned.heights, -np.array(river.heights), atol=1e-12)
    assert turned.right_counts == river.right_counts


def test_meanings_that_are_apart_lie_on_their_sides_and_shuffled_ones_do_not() -> None:
    vectors, labels = cloud(40, senses=2, apart=6)
    river = compute_river(np.stack([vectors], axis=1), labels, list(range(40)), both(labels))
    assert river.right_counts == (40,)
    assert 0.3 < river.shuffled[0] < 0.6
    assert river.shuffled_low[0] < river.shuffled[0] < river.shuffled_high[0] < 1
    assert river.margin(0) > 0


def test_without_meaning_most_sentences_are_undecided_or_by_chance_on_a_side() -> None:
    vectors, labels = cloud(40, senses=2, apart=0)
    river = compute_river(np.stack([vectors], axis=1), labels, list(range(40)), both(labels))
    assert river.shuffled_low[0] <= river.right_counts[0] / 40 <= max(river.shuffled_high[0], 0.65)


def test_points_with_another_meaning_are_left_out() -> None:
    vectors, labels, texts = sample(2)
    river = compute_river(vectors, labels, texts, SENSES)
    more = np.concatenate([vectors, vectors[:2] * 3])
    wider = compute_river(more, [*labels, "third", None], [*texts, "x", "y"], SENSES)
    assert wider == river


def test_a_thread_of_an_included_sentence_is_that_sentence() -> None:
    vectors, labels, texts = sample(3)
    river = compute_river(vectors, labels, texts, SENSES)
    thread = add_thread(river, vectors, texts, vectors[5], excluded=texts[5])
    np.testing.assert_allclose(thread.heights, [layer[5] for layer in river.heights], atol=1e-9)
    assert all(5 not in layer and len(layer) == NEAREST for layer in thread.nearest)
    unit = vectors[:, 1] / np.linalg.norm(vectors[:, 1], axis=1, keepdims=True)
    others = [point for point in np.argsort(-unit @ unit[5]).tolist() if point != 5]
    first = list(dict.fromkeys(texts[point] for point in others))[:NEAREST]
    assert [texts[point] for point in thread.nearest[1]] == first


def test_a_sentence_is_undecided_up_to_a_quarter_of_the_nearer_meaning() -> None:
    vectors, labels = cloud(40, senses=2, apart=6)
    river = compute_river(np.stack([vectors], axis=1), labels, list(range(40)), both(labels))
    margin = river.margin(0)
    nearer = min(
        abs(np.mean([height for height, sign in zip(river.heights[0], river.signs, strict=True) if sign == each]))
        for each in (-1, 1)
    )
    assert margin == pytest.approx(nearer / 4)
    assert [river.side(height, 0) for height in (-1.01 * margin, -margin, 0, margin, 1.01 * margin)] == [
        river.senses[0],
        "",
        "",
        "",
        river.senses[1],
    ]


@pytest.mark.parametrize("labels", [["left", "right", "right"], ["left", "left", "right"]])
def test_a_meaning_with_one_sentence_is_refused(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="two sentences"):
        compute_river(np.ones((3, 1, 2)), labels, ["a", "b", "c"], SENSES)


def test_the_nearest_two_of_several_meanings_are_found_in_their_order() -> None:
    vectors = np.eye(3)[[0, 0, 1, 1, 2, 2]]
    labels = ["x", "x", "y", "y", "z", "z"]
    assert nearest_senses(vectors, labels, np.array([0.1, 0.5, 1.0])) == ("y", "z")
    assert nearest_senses(vectors, labels, np.array([0.5, 0.1, 1.0])) == ("x", "z")
