"""Averages, attention received, hiding and segments: laws, and parity with plain loops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.attention.model.aggregation import (
    mean_of_all,
    mean_over_heads,
    segment_shares,
)
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace
from components.model.results import Floats
from tests.components.conftest import Opener
from tests.examples import scaled


def attention_of(shape: tuple[int, int, int], seed: int, *, causal: bool = False) -> Floats:
    """Rows of any sharpness. *Shape:* (layer, head, query, key)."""
    layers, heads, tokens = shape
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(layers, heads, tokens, tokens)) * rng.uniform(0, 30)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) + 1e-30
    if causal:
        weights = np.tril(weights + 1e-9)
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))
ATTENTION = st.builds(attention_of, SHAPES, st.integers(0, 10_000), causal=st.booleans())
quick = settings(max_examples=scaled(60))


@given(ATTENTION)
@quick
def test_averages_are_those_of_a_loop_and_rows_sum_to_one(attention: Floats) -> None:
    layers, heads, *_ = attention.shape
    by_head, whole = mean_over_heads(attention), mean_of_all(attention)
    for layer in range(layers):
        np.testing.assert_allclose(by_head[layer], sum(attention[layer]) / heads, atol=1e-6)
    np.testing.assert_allclose(whole, sum(by_head) / layers, atol=1e-6)
    for mean in (by_head, whole):
        np.testing.assert_allclose(mean.sum(axis=-1), 1, atol=1e-5)


SEGMENTS = st.integers(0, 2**16).map(np.random.default_rng)


@given(SEGMENTS, st.booleans())
@quick
def test_shares_between_sentences_are_those_of_a_loop(rng: np.random.Generator, causal: bool) -> None:
    tokens = int(rng.integers(4, 9))
    segments = sorted([0, 1, *rng.integers(0, 2, tokens - 2).tolist()])
    special = rng.random(tokens) < 0.4
    special[[0, tokens - 1]] = False
    attention = attention_of((2, 2, tokens), int(rng.integers(999)), causal=causal)
    shares = segment_shares(attention, segments, special.tolist())
    for layer, head, sender in np.ndindex(2, 2, 2):
        rows = [attention[layer, head, q] for q in range(tokens) if segments[q] == sender and not special[q]]
        for receiver in range(2):
            to = [k for k in range(tokens) if segments[k] == receiver and not special[k]]
            assert shares.between[layer, head, sender, receiver] == pytest.approx(
                np.mean([row[to].sum() for row in rows]), abs=1e-5
            )
        marks = np.mean([row[special].sum() for row in rows])
        assert shares.to_special[layer, head, sender] == pytest.approx(marks, abs=1e-5)
    np.testing.assert_allclose(shares.between.sum(axis=-1) + shares.to_special, 1, atol=1e-5)


def test_one_sentence_has_nothing_between() -> None:
    with pytest.raises(ValueError, match="both segments"):
        segment_shares(attention_of((1, 1, 3), 0), [0, 0, 0], [True, False, True])
    with pytest.raises(ValueError, match="both segments"):
        segment_shares(attention_of((1, 1, 3), 0), [0, 0, 1], [True, False, True])


@pytest.mark.parametrize("family", ["bert", "modernbert", "gpt2"])
def test_laws_hold_of_models(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    pair_trace = trace(model, model.tokenizer.pair("she sat on the bank", "the river"))
    shares = segment_shares(
        pair_trace.attention, [t.segment for t in pair_trace.tokens.items], [t.special for t in pair_trace.tokens.items]
    )
    np.testing.assert_allclose(shares.between.sum(axis=-1) + shares.to_special, 1, atol=1e-5)
    if family == "gpt2":
        assert not shares.between[..., 0, 1].any()


def test_nobody_can_write_to_what_visitors_share() -> None:
    attention = attention_of((2, 2, 4), 0)
    with pytest.raises(ValueError, match="read-only"):
        mean_of_all(attention)[0] = 0
