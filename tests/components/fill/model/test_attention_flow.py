"""Explanations by attention: values are the model's own, lengths those of a loop, shares those of the papers."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from components.fill.model.attention_flow import attention_explanations, value_norms
from components.fill.model.results import Explanation
from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_modules import attention_layers
from components.model.inference.edits import EditSite
from components.model.inference.forward import trace
from components.model.inference.neuron_vectors import attention_call
from components.model.inference.resumed_pass import record_pass
from components.model.inference.rollout import rollout
from components.model.user_errors import NothingMasked
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river"


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_attention_times_values_is_what_the_heads_put_out(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    traced, layers = trace(model, tokens), attention_layers(model)
    heads = record_pass(model, tokens.ids).activations[EditSite.HEADS]
    with torch.no_grad():
        for layer in range(len(layers)):
            values = layers.queries_keys_values(layer, attention_call(model, traced, layer))[2][0]
            mixed = torch.from_numpy(traced.attention[layer].copy()) @ values  # (head, query, head_dim)
            np.testing.assert_allclose(mixed.transpose(0, 1).flatten(1), heads[layer][0], atol=1e-5)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_lengths_are_those_of_the_vectors_that_are_sent(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    traced, layers = trace(model, tokens), attention_layers(model)
    norms = value_norms(model, traced)
    with torch.no_grad():
        for layer in range(len(layers)):
            values = layers.queries_keys_values(layer, attention_call(model, traced, layer))[2][0]
            weight = layers.projections[layer].weight
            for query, key in np.ndindex(len(tokens), len(tokens)):
                sent = torch.zeros(weight.shape[0])
                for head in range(layers.num_heads):
                    part = weight[:, head * layers.head_dim : (head + 1) * layers.head_dim]
                    sent += float(traced.attention[layer, head, query, key]) * (part @ values[head, key])
                assert norms[layer, query, key] == pytest.approx(float(sent.norm()), abs=1e-5)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_shares_are_of_the_blank_and_the_words_leave_some_to_other_tokens(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    by_weight, by_length = attention_explanations(model, tokens, (), blank)
    assert (by_weight.explanation, by_length.explanation) == (Explanation.ROLLOUT, Explanation.VALUE_NORMS)
    expected = rollout(trace(model, tokens).attention)[-1, blank]
    np.testing.assert_allclose(by_weight.scores, expected[list(tokens.maskable)], atol=1e-6)
    for attribution in (by_weight, by_length):
        assert attribution.positions == tokens.maskable
        assert min(attribution.scores) >= 0
        assert 0 < sum(attribution.scores) < 1


def test_a_masked_word_is_read_as_a_mask_and_not_as_itself(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    typed = model.tokenizer.tokens("she sat on the [MASK]")
    clicked = model.tokenizer.tokens("she sat on the bank")
    assert attention_explanations(model, typed, (), 5) == attention_explanations(model, clicked, (5,), 5)
    as_word = rollout(trace(model, clicked).attention)[-1, 5, 1:5]
    assert np.abs(as_word - attention_explanations(model, clicked, (5,), 5)[0].scores).max() > 1e-5


def test_without_value_vectors_nothing_is_sent(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    traced = trace(model, tokens)
    silent = replace(traced, attention=np.zeros_like(traced.attention))
    assert not value_norms(model, silent).any()


def test_what_is_no_blank_has_no_explanation(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    with pytest.raises(NothingMasked):
        attention_explanations(model, model.tokenizer.tokens(SENTENCE), (), 1)
