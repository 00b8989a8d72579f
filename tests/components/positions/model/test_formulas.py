"""Positions by rule: the laws that their papers state, to rounding."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers.models.roformer.modeling_roformer import RoFormerSelfAttention, RoFormerSinusoidalPositionalEmbedding

from components.model.user_errors import UserError
from components.positions.model.formulas import (
    MAX_HEADS,
    MAX_POSITIONS,
    alibi_bias,
    alibi_slopes,
    frequencies,
    rotary_similarity,
    sinusoidal_table,
    toeplitz_matrix,
)
from components.positions.model.similarity import SimilarityMeasure, similarity_matrix, summarise_by_distance

EVEN = st.integers(1, 64).map(lambda half: 2 * half)


def test_the_sinusoidal_table_is_the_papers() -> None:
    table = sinusoidal_table(50, 8)
    for position in (0, 1, 49):
        for i in range(4):
            angle = position / 10_000 ** (2 * i / 8)
            assert table[position, 2 * i] == pytest.approx(math.sin(angle), abs=1e-12)
            assert table[position, 2 * i + 1] == pytest.approx(math.cos(angle), abs=1e-12)


@given(EVEN, st.integers(2, 80))
def test_sinusoidal_dot_products_depend_on_distance_alone(width: int, positions: int) -> None:
    products = similarity_matrix(sinusoidal_table(positions, width), SimilarityMeasure.DOT)
    expected = rotary_similarity(positions, width).sum(axis=-1)
    np.testing.assert_allclose(products, toeplitz_matrix(expected), atol=1e-10)
    assert summarise_by_distance(products).largest_spread < 1e-6


@given(EVEN, st.integers(0, 400), st.integers(0, 400), st.integers(0, 100), st.integers(0, 2**32 - 1))
def test_a_turned_query_and_key_know_only_how_far_they_are_apart(
    width: int, m: int, n: int, moved: int, seed: int
) -> None:
    query, key = np.random.default_rng(seed).normal(size=(2, width // 2)) * [[1], [1j]]
    turn = np.exp(1j * frequencies(width))

    def product(place: int, other: int) -> float:
        return float((query * turn**place * np.conj(key * turn**other)).sum().real)

    assert product(m, n) == pytest.approx(product(m + moved, n + moved), abs=1e-6)


def test_the_similarity_of_a_query_with_itself_moved_is_what_transformers_turns_it_to() -> None:
    width, positions = 16, 40
    angles = RoFormerSinusoidalPositionalEmbedding(positions, width)
    angles.weight.data.copy_(torch.from_numpy(angles.create_weight().numpy()))
    ones = torch.ones(1, 1, positions, width)
    turned, _ = RoFormerSelfAttention.apply_rotary_position_embeddings(angles.weight[None, None], ones, ones)
    rows = turned[0, 0].double().numpy()
    expected = toeplitz_matrix(rotary_similarity(positions, width).mean(axis=-1))
    np.testing.assert_allclose(rows @ rows.T / width, expected, atol=1e-6)


def test_turns_begin_at_one_and_the_first_pair_is_the_fastest() -> None:
    turned = rotary_similarity(100, 64)
    np.testing.assert_array_equal(turned[0], 1)
    np.testing.assert_allclose(turned[:, 0], np.cos(np.arange(100)), atol=1e-12)
    assert turned[99, -1] > 0.999
    assert (np.diff(frequencies(64)) < 0).all()
    assert (rotary_similarity(100, 64, base=160_000)[99, 1:] != turned[99, 1:]).all()


@pytest.mark.parametrize(
    ("heads", "expected"),
    [(8, [2.0**-n for n in range(1, 9)]), (1, [2.0**-8]), (3, [2.0**-4, 2.0**-8, 2.0**-2])],
)
def test_slopes_are_those_of_the_papers_code(heads: int, expected: list[float]) -> None:
    np.testing.assert_allclose(alibi_slopes(heads), expected)


@given(st.integers(1, MAX_HEADS), st.integers(1, 20))
def test_alibi_falls_by_its_slope_a_position(heads: int, positions: int) -> None:
    bias = alibi_bias(positions, heads)
    assert bias.shape == (heads, positions, positions)
    np.testing.assert_array_equal(np.diagonal(bias, axis1=1, axis2=2), 0)
    np.testing.assert_array_equal(bias, bias.transpose(0, 2, 1))
    np.testing.assert_allclose(np.diff(bias[:, 0], axis=-1), -np.tile(alibi_slopes(heads)[:, None], positions - 1))


@given(st.one_of(st.integers(max_value=0), st.integers(min_value=MAX_POSITIONS + 1)))
def test_numbers_out_of_range_are_refused(number: int) -> None:
    for ask in (
        lambda: sinusoidal_table(number, 8),
        lambda: rotary_similarity(number, 8),
        lambda: rotary_similarity(8, number),
        lambda: alibi_bias(8, number),
        lambda: alibi_bias(number, 8),
    ):
        with pytest.raises(UserError, match="Choose"):
            ask()


@pytest.mark.parametrize("base", [0.0, -1.0, math.nan, math.inf])
def test_odd_widths_and_no_bases_are_refused(base: float) -> None:
    with pytest.raises(UserError, match="even number"):
        frequencies(7)
    with pytest.raises(UserError, match="above 0"):
        frequencies(8, base=base)
