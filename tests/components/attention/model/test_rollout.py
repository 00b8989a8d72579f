"""Attention rollout: laws, and parity with the paper's formula."""

import numpy as np
import pytest
from hypothesis import given

from components.attention.model.rollout import rollout
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace
from components.model.results import Floats
from tests.components.attention.model.test_aggregation import ATTENTION, attention_of, quick
from tests.components.conftest import Opener


@given(ATTENTION)
@quick
def test_rollout_of_one_layer_is_a_plus_i_row_normalised(attention: Floats) -> None:
    added = attention[0].mean(axis=0) + np.eye(attention.shape[-1])
    np.testing.assert_allclose(rollout(attention[:1])[0], added / added.sum(axis=-1, keepdims=True), atol=1e-6)


@given(ATTENTION)
@quick
def test_rollout_multiplies_the_layers_up_as_the_paper_writes_it(attention: Floats) -> None:
    layers, heads, tokens, _ = attention.shape
    rolled_out = rollout(attention)
    reached = np.eye(tokens)
    for layer in range(layers):
        step = 0.5 * sum(attention[layer, head] for head in range(heads)) / heads + 0.5 * np.eye(tokens)
        reached = np.matmul(step, reached)
        np.testing.assert_allclose(rolled_out[layer], reached, atol=1e-5)
    np.testing.assert_allclose(rolled_out.sum(axis=-1), 1, atol=1e-5)
    assert (rolled_out >= 0).all()


def test_rollout_of_a_causal_model_stays_causal() -> None:
    assert not np.triu(rollout(attention_of((3, 2, 6), 1, causal=True)), k=1).any()


def test_a_row_hidden_to_nothing_passes_its_token_on() -> None:
    np.testing.assert_array_equal(rollout(np.zeros((2, 1, 3, 3), np.float32)), [np.eye(3)] * 2)


@pytest.mark.parametrize("family", ["bert", "modernbert", "gpt2"])
def test_rows_sum_to_one_in_models(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    rolled_out = rollout(trace(model, model.tokenizer.pair("she sat on the bank", "the river")).attention)
    np.testing.assert_allclose(rolled_out.sum(axis=-1), 1, atol=1e-5)


def test_nobody_can_write_to_a_rollout_that_visitors_share() -> None:
    with pytest.raises(ValueError, match="read-only"):
        rollout(attention_of((2, 2, 4), 0))[0] = 0
