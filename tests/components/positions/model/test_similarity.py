"""Similarity by distance, and the shape of a table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.user_errors import UserError
from components.positions.model.formulas import toeplitz_matrix
from components.positions.model.shape import spectrum
from components.positions.model.similarity import SimilarityMeasure, similarity_matrix, summarise_by_distance

RANDOM = np.random.default_rng(0).normal(size=(20, 6))


def test_cosines_and_dot_products_by_plain_loops() -> None:
    for kind in SimilarityMeasure:
        matrix = similarity_matrix(RANDOM, kind)
        for i, first in enumerate(RANDOM):
            for j, other in enumerate(RANDOM):
                scale = 1.0 if kind is SimilarityMeasure.DOT else np.linalg.norm(first) * np.linalg.norm(other)
                assert matrix[i, j] == pytest.approx(first @ other / scale, abs=1e-12)


def test_by_distance_by_plain_loops() -> None:
    matrix = similarity_matrix(RANDOM) + np.tri(20)  # not symmetric: both sides count
    similarities = summarise_by_distance(matrix)
    for distance in range(20):
        of = [matrix[i, j] for i in range(20) for j in range(20) if abs(i - j) == distance]
        assert similarities.mean[distance] == pytest.approx(np.mean(of))
        assert similarities.spread[distance] == pytest.approx(np.std(of))
        assert (similarities.low[distance], similarities.high[distance]) == (min(of), max(of))
        assert similarities.pairs[distance] == 20 - distance
    assert similarities.spread[similarities.widest_distance] == similarities.largest_spread == similarities.spread.max()


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=40))
def test_what_depends_on_distance_alone_has_no_spread(values: list[float]) -> None:
    distance = summarise_by_distance(toeplitz_matrix(values))
    assert distance.largest_spread == 0
    np.testing.assert_allclose(distance.mean, values, rtol=1e-12, atol=1e-12)


def test_learned_numbers_have_a_spread_and_one_changed_cell_is_seen() -> None:
    assert summarise_by_distance(similarity_matrix(RANDOM)).largest_spread > 0.1
    matrix = toeplitz_matrix(np.ones(9))
    matrix[2, 5] = 2
    assert summarise_by_distance(matrix).widest_distance == 3


def test_zeros_have_dot_products_and_no_cosines() -> None:
    zeros = np.zeros((5, 4), dtype=np.float32)
    assert not similarity_matrix(zeros, SimilarityMeasure.DOT).any()
    with pytest.raises(UserError, match="cosine"):
        similarity_matrix(zeros, SimilarityMeasure.COSINE)


@pytest.mark.parametrize("value", [0.0, 3.7])
def test_one_vector_everywhere_has_no_waves(value: float) -> None:
    waves = spectrum(np.full((50, 8), value, dtype=np.float32))
    assert not waves.power.any()
    assert np.isinf(waves.periods).all()


@given(st.integers(-2, 2))
def test_too_few_positions_are_refused(count: int) -> None:
    with pytest.raises(UserError, match="at least 3"):
        spectrum(RANDOM[: max(0, count)])


@given(st.lists(st.integers(1, 31), min_size=1, max_size=8), st.floats(-5, 5))
def test_a_wave_is_found_at_its_frequency(swings: list[int], mean: float) -> None:
    places = np.arange(64)[:, None]
    waves = spectrum(np.cos(2 * np.pi * places * np.array(swings) / 64 + 0.3) + mean)
    assert waves.dominant.tolist() == swings
    np.testing.assert_allclose(waves.power.sum(axis=-1), 1)
    np.testing.assert_allclose(waves.periods, 64 / np.array(swings))
    assert [swings[dimension] for dimension in waves.order] == sorted(swings)
