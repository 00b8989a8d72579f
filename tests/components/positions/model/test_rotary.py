"""RoPE by hand: only the distance counts, and a pair turns as in the models that do it."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some
from transformers import ModernBertConfig
from transformers.models.modernbert.modeling_modernbert import ModernBertRotaryEmbedding, apply_rotary_pos_emb
from transformers.models.roformer.modeling_roformer import (
    RoFormerSelfAttention,
    RoFormerSinusoidalPositionalEmbedding,
)

from components.model.user_errors import UserError
from components.positions.model.formulas import MAX_POSITIONS, rotary_similarity
from components.positions.model.rotary import pair_frequency, rotary_pair, rotate, undo_rotation

WIDTH, POSITIONS = 16, 40
vectors = some.tuples(some.floats(-3, 3), some.floats(-3, 3)).filter(lambda v: math.hypot(*v) > 0.01)
positions = some.integers(0, 4000)
pairs = some.integers(0, WIDTH // 2 - 1)


@given(vectors, vectors, positions, positions, pairs, some.integers(0, 4000))
def test_only_the_distance_counts(
    query: tuple[float, float], key: tuple[float, float], m: int, n: int, pair: int, shift: int
) -> None:
    rotary = rotary_pair(query, key, m, n, pair, WIDTH)
    moved = rotary_pair(query, key, m + shift, n + shift, pair, WIDTH)
    assert moved.distance == rotary.distance
    assert moved.dot == pytest.approx(rotary.dot, abs=1e-6)
    assert math.cos(moved.angle) == pytest.approx(math.cos(rotary.angle), abs=1e-6)
    assert rotary.dots_at([rotary.distance])[0] == pytest.approx(rotary.dot, abs=1e-6)


@given(vectors, positions, pairs)
def test_turning_keeps_the_length_and_turns_by_position_times_rate(
    vector: tuple[float, float], position: int, pair: int
) -> None:
    theta = pair_frequency(pair, WIDTH)
    rotated = rotate(vector, position, theta)
    assert np.hypot(*rotated) == pytest.approx(math.hypot(*vector))
    by = complex(*rotated) / complex(*vector)
    assert by == pytest.approx(complex(math.cos(position * theta), math.sin(position * theta)), abs=1e-6)


@given(vectors, vectors, positions, positions, pairs)
def test_the_angle_is_from_key_to_query(
    query: tuple[float, float], key: tuple[float, float], m: int, n: int, pair: int
) -> None:
    rotary = rotary_pair(query, key, m, n, pair, WIDTH)
    assert -math.pi <= rotary.angle <= math.pi
    lengths = np.linalg.norm(query) * np.linalg.norm(key)
    assert lengths * math.cos(rotary.angle) == pytest.approx(rotary.dot, abs=1e-6)
    lengthened = np.hypot(*query) / np.hypot(*key) * rotate(rotary.rotated_key, 1, rotary.angle)
    np.testing.assert_allclose(lengthened, rotary.rotated_query, atol=1e-6)


def test_something_changes_when_one_moves_alone() -> None:
    actual, moved = (rotary_pair((1, 0), (1, 0), m, 3, 0, WIDTH) for m in (3, 4))
    assert actual.dot == pytest.approx(1)
    assert moved.dot == pytest.approx(math.cos(1))


def test_a_vector_with_itself_moved_is_the_similarity_of_the_figure() -> None:
    for pair in range(WIDTH // 2):
        rotary = rotary_pair((0.6, 0.8), (0.6, 0.8), 0, 0, pair, WIDTH)
        expected = rotary_similarity(POSITIONS, WIDTH)[:, pair]
        np.testing.assert_allclose(rotary.dots_at(np.arange(POSITIONS)), expected, atol=1e-12)


def by_roformer(queries: torch.Tensor, keys: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    angles = RoFormerSinusoidalPositionalEmbedding(POSITIONS, WIDTH).create_weight()
    embeddings: tuple[torch.Tensor, torch.Tensor] = RoFormerSelfAttention.apply_rotary_position_embeddings(
        angles[None, None], queries, keys
    )
    return embeddings


def by_modernbert(queries: torch.Tensor, keys: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    rope = {"rope_type": "default", "rope_theta": 10_000.0}
    config = ModernBertConfig(
        hidden_size=2 * WIDTH,
        num_attention_heads=2,
        num_hidden_layers=2,
        rope_parameters={"full_attention": rope, "sliding_attention": rope},
    )
    cos, sin = ModernBertRotaryEmbedding(config)(queries, torch.arange(POSITIONS)[None], "full_attention")
    pos_emb: tuple[torch.Tensor, torch.Tensor] = apply_rotary_pos_emb(queries, keys, cos, sin)
    return pos_emb


@pytest.mark.parametrize(
    ("turn", "second"),
    [
        pytest.param(by_roformer, lambda pair: (2 * pair, 2 * pair + 1), id="RoFormer: neighbours"),
        pytest.param(by_modernbert, lambda pair: (pair, pair + WIDTH // 2), id="ModernBERT: half a head apart"),
    ],
)
def test_a_pair_turns_as_in_the_models(turn, second) -> None:  # type: ignore[no-untyped-def]
    draw = torch.Generator().manual_seed(0)
    queries, keys = (torch.randn(1, 1, POSITIONS, WIDTH, generator=draw) for _ in range(2))
    turned_queries, turned_keys = turn(queries, keys)
    for pair in range(WIDTH // 2):
        for m, n in ((0, 0), (1, 0), (7, 39), (39, 12)):
            dimensions = list(second(pair))
            query, key = queries[0, 0, m, dimensions].tolist(), keys[0, 0, n, dimensions].tolist()
            rotary = rotary_pair(query, key, m, n, pair, WIDTH)
            np.testing.assert_allclose(rotary.rotated_query, turned_queries[0, 0, m, dimensions], atol=1e-5)
            np.testing.assert_allclose(rotary.rotated_key, turned_keys[0, 0, n, dimensions], atol=1e-5)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"pair": WIDTH // 2}, id="no such pair"),
        pytest.param({"pair": -1}, id="negative pair"),
        pytest.param({"width": 7}, id="odd width"),
        pytest.param({"width": 0}, id="no width"),
        pytest.param({"m": -1}, id="before the first position"),
        pytest.param({"n": MAX_POSITIONS}, id="beyond the last position"),
        pytest.param({"query": (0.0, 0.0)}, id="no direction"),
        pytest.param({"key": (math.nan, 1.0)}, id="not a number"),
        pytest.param({"key": (math.inf, 1.0)}, id="infinite"),
        pytest.param({"query": (1.0, 2.0, 3.0)}, id="three dimensions"),
        pytest.param({"base": 0.0}, id="no base"),
    ],
)
def test_what_cannot_be_turned_is_refused(changed: dict[str, object]) -> None:
    default = {"query": (1.0, 0.0), "key": (0.0, 1.0), "m": 1, "n": 2, "pair": 0, "width": WIDTH}
    with pytest.raises(UserError, match=r"\.$"):
        rotary_pair(**(default | changed))  # type: ignore[arg-type]


@given(some.lists(some.floats(-3, 3), min_size=WIDTH, max_size=WIDTH), positions)
def test_turning_back_undoes_turning(vector: list[float], position: int) -> None:
    available = [rotate(vector[2 * p : 2 * p + 2], position, pair_frequency(p, WIDTH)) for p in range(WIDTH // 2)]
    np.testing.assert_allclose(undo_rotation(np.concatenate(available), position), vector, atol=1e-9)
