"""Queries and keys: put together again they are the weights of the trace, in every architecture."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import BigBirdConfig, BigBirdForMaskedLM, ModernBertConfig, ModernBertForMaskedLM

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.attention_mask import Bidirectional, Causal, CustomMask
from components.model.inference.forward import trace
from components.model.inference.neuron_vectors import neuron_vectors
from components.model.inference.weight_anatomy import weight_anatomy
from components.model.results import Floats
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES, SIZES, word_piece

SENTENCE = "she sat on the bank of the river and he went to the bank ."


def weights(queries: Floats, keys: Floats, visible: np.ndarray) -> np.ndarray:
    """Scaled dot products through a softmax, in plain numpy."""
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    scores = np.where(visible, scores, -np.inf)
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("family", FAMILIES)
def test_they_make_the_weights_of_the_trace(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    actual = trace(model, model.tokenizer.tokens(SENTENCE))
    vectors = neuron_vectors(model, actual)
    length = len(actual.tokens)
    assert vectors.queries.shape == vectors.keys.shape == (2, 4, length, 8)
    assert vectors.tokens is actual.tokens
    visible = np.tri(length, dtype=bool) if family == "gpt2" else np.ones((length, length), dtype=bool)
    np.testing.assert_allclose(weights(vectors.queries, vectors.keys, visible), actual.attention, atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_they_are_those_of_one_weight_taken_apart(opened: Opener, family: str) -> None:
    """Two ways to the same numbers: from what the trace holds, and from what a pass hands to the layer."""
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    vectors = neuron_vectors(model, trace(model, tokens))
    anatomy = weight_anatomy(model, tokens, 1, 2, 5, 3)
    np.testing.assert_allclose(vectors.queries[1, 2, 5], anatomy.query, atol=1e-5)
    np.testing.assert_allclose(vectors.keys[1, 2, 3], anatomy.key, atol=1e-5)


@pytest.mark.parametrize(
    "mask", [Causal(), Bidirectional(), CustomMask(tuple((True,) + (False,) * 4 for _ in range(5)))]
)
@pytest.mark.parametrize("family", ["bert", "albert", "distilbert"])
def test_they_hold_under_masks_drawn_by_hand(
    opened: Opener, family: str, mask: Causal | Bidirectional | CustomMask
) -> None:
    model = opened(family, Purpose.INSPECT)
    actual = trace(model, model.tokenizer.tokens("the river bank"), mask)
    vectors = neuron_vectors(model, actual)
    np.testing.assert_allclose(weights(vectors.queries, vectors.keys, mask.allowed(5)), actual.attention, atol=1e-5)


@pytest.fixture(scope="module")
def windowed(opened: Callable[..., OpenModel]) -> OpenModel:
    """A ModernBERT whose local layers see two tokens to either side and turn by another angle."""
    torch.manual_seed(0)
    config = ModernBertConfig(
        **{**SIZES, "num_hidden_layers": 4},
        vocab_size=len(word_piece()),
        max_position_embeddings=64,
        pad_token_id=0,
        local_attention=4,
    )
    config._attn_implementation = "eager"
    return replace(opened("modernbert", Purpose.INSPECT), model=ModernBertForMaskedLM(config).eval())


def test_local_and_global_layers_of_modernbert_turn_as_the_model_does(windowed: OpenModel) -> None:
    actual = trace(windowed, windowed.tokenizer.tokens(SENTENCE))
    vectors = neuron_vectors(windowed, actual)
    length = len(actual.tokens)
    apart = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    for layer, window in enumerate((length, 2, 2, length)):
        again = weights(vectors.queries[layer], vectors.keys[layer], apart <= window)
        np.testing.assert_allclose(again, actual.attention[layer], atol=1e-5)


def test_nobody_can_write_to_what_visitors_share(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    vectors = neuron_vectors(model, trace(model, model.tokenizer.tokens("the bank")))
    assert not vectors.queries.flags.writeable
    assert not vectors.keys.flags.writeable


def test_an_unknown_architecture_is_refused(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    stranger = BigBirdForMaskedLM(BigBirdConfig(**SIZES, vocab_size=20, attention_type="original_full"))
    with pytest.raises(UserError, match="cannot find the attention heads"):
        neuron_vectors(replace(model, model=stranger), trace(model, model.tokenizer.tokens("the bank")))
