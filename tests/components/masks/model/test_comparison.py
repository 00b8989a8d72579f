"""The same weights under different masks: laws for every architecture, and parity with causal models of others."""

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import BertLMHeadModel

from components.masks.model.comparison import mask_cell, mask_comparison, padded_tokens
from components.masks.model.weights import (
    grid_weights,
    looks_ahead,
    mean_weight_to_right,
    softmax_terms,
    token_view,
)
from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Padding,
    Prefix,
    SlidingWindow,
    custom_mask,
)
from components.model.inference.forward import trace
from components.model.results import Tokens
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank of the river"


def last_replaced(tokens: Tokens) -> Tokens:
    """The same tokens with another piece at the end."""
    other = replace(tokens.items[-1], id=tokens.items[2].id)
    return replace(tokens, items=(*tokens.items[:-1], other))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_causal_mask_takes_away_the_future_of_any_model(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    comparison = mask_comparison(model, tokens, Causal())
    assert not np.triu(comparison.masked.attention, k=1).any()
    assert (comparison.bidirectional.attention > 0).all()
    for reading in (comparison.bidirectional, comparison.masked):
        np.testing.assert_allclose(reading.attention.sum(axis=-1), 1, atol=1e-5)
    changed = mask_comparison(model, last_replaced(tokens), Causal())
    before = len(tokens) - 1
    np.testing.assert_array_equal(comparison.masked.hidden[:, :before], changed.masked.hidden[:, :before])
    np.testing.assert_array_equal(comparison.masked.attention[:, :, :before], changed.masked.attention[:, :, :before])
    assert not np.allclose(comparison.bidirectional.hidden[-1, 0], changed.bidirectional.hidden[-1, 0], atol=1e-6)


@pytest.mark.parametrize("mask", [Prefix(3), SlidingWindow(2), Padding(6)])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_mask_is_obeyed_cell_by_cell(opened: Opener, family: str, mask: AttentionMask) -> None:
    model = opened(family, Purpose.INSPECT)
    comparison = mask_comparison(model, model.tokenizer.tokens(SENTENCE), mask)
    assert not comparison.masked.attention[:, :, ~comparison.allowed].any()
    assert (comparison.masked.attention[:, :, comparison.allowed] > 0).all()
    np.testing.assert_allclose(comparison.masked.attention.sum(axis=-1), 1, atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_under_a_padding_mask_a_sentence_has_the_vectors_that_it_has_alone(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    mask = Padding(len(tokens))
    padded = padded_tokens(model, tokens, mask)
    assert padded.items[: len(tokens)] == tokens.items
    assert padded_tokens(model, tokens, Causal()) is tokens
    comparison = mask_comparison(model, padded, mask)
    alone = trace(model, tokens, Bidirectional())
    np.testing.assert_allclose(comparison.masked.hidden[:, : len(tokens)], alone.hidden, atol=1e-5)
    assert not comparison.masked.attention[..., len(tokens) :].any()
    assert comparison.bidirectional.attention[..., : len(tokens), len(tokens) :].all()


def test_gpt2_by_itself_is_causal_and_can_be_made_to_see_ahead(opened: Opener) -> None:
    gpt2 = opened("gpt2", Purpose.INSPECT)
    tokens = gpt2.tokenizer.tokens(SENTENCE)
    comparison = mask_comparison(gpt2, tokens, Causal())
    with torch.no_grad():
        plain = gpt2.model(torch.tensor([tokens.ids]), output_attentions=True)
    np.testing.assert_allclose(comparison.masked.attention, torch.cat(plain.attentions).numpy(), atol=1e-6)
    assert mean_weight_to_right(grid_weights(comparison.bidirectional.attention, 0, 0)) > 0.1


def test_bert_under_a_causal_mask_is_transformers_own_decoder(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    tokens = bert.tokenizer.tokens(SENTENCE)
    config = deepcopy(bert.model.config)
    config.is_decoder = True
    decoder = BertLMHeadModel._from_config(config, attn_implementation="eager").eval()
    decoder.load_state_dict(bert.model.state_dict())
    with torch.no_grad():
        theirs = decoder(torch.tensor([tokens.ids]), output_attentions=True, output_hidden_states=True, use_cache=False)
    ours = mask_comparison(bert, tokens, Causal()).masked
    np.testing.assert_allclose(ours.attention, torch.cat(theirs.attentions).numpy(), atol=1e-6)
    np.testing.assert_allclose(ours.hidden, torch.cat(theirs.hidden_states).numpy(), atol=1e-5)


def test_a_pass_that_is_there_already_is_not_made_again(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    tokens = bert.tokenizer.tokens(SENTENCE)
    before = trace(bert, tokens, Bidirectional())
    assert mask_comparison(bert, tokens, Causal(), bidirectional=before).bidirectional is before


@pytest.mark.parametrize("family", FAMILIES)
def test_a_cell_is_that_of_both_grids(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    comparison = mask_comparison(model, tokens, Causal())
    for key in (2, 5):
        cell = mask_cell(model, tokens, Causal(), 1, 2, 4, key)
        for first, traced in ((cell.bidirectional, comparison.bidirectional), (cell.masked, comparison.masked)):
            assert first.weight == pytest.approx(float(traced.attention[1, 2, 4, key]), abs=1e-6)
            softmax = softmax_terms(first)
            assert softmax.numerator / softmax.denominator == pytest.approx(first.weight, abs=1e-6)
    assert cell.masked.weight == 0
    assert cell.masked.additive_mask[5] == -np.inf


def test_the_softmax_of_large_scores_is_shifted(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    anatomy = mask_cell(bert, bert.tokenizer.tokens(SENTENCE), Causal(), 0, 0, 4, 2).masked
    for factor in (1e5, -1e5):
        large = replace(anatomy, dot_products=anatomy.dot_products * np.float32(factor))
        softmax = softmax_terms(large)
        assert softmax.shift == float(large.scores[large.attention_mask].max())
        assert 1 <= softmax.denominator <= len(large.dot_products)
        assert 0 <= softmax.numerator <= 1


def test_one_token_sees_what_the_mask_leaves_it(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    comparison = mask_comparison(bert, bert.tokenizer.tokens(SENTENCE), Causal())
    view = token_view(comparison, 3, 1, 0)
    assert list(np.flatnonzero(view.allowed)) == [0, 1, 2, 3]
    assert view.right_masked == 0
    assert view.right_bidirectional == pytest.approx(float(comparison.bidirectional.attention[1, 0, 3, 4:].sum()))
    words = comparison.bidirectional.attention[1, 0, 3, 4:-1]
    assert view.largest_right == 4 + int(words.argmax())
    assert (
        token_view(comparison, len(comparison.tokens) - 2).largest_right == len(comparison.tokens) - 1
    )  # [SEP] alone is there
    last = token_view(comparison, len(comparison.tokens) - 1)
    assert last.largest_right is None
    assert last.right_bidirectional == last.right_masked == 0
    np.testing.assert_allclose(last.masked, comparison.masked.attention.mean(axis=(0, 1))[-1])


def test_averages_are_of_a_layer_or_of_all() -> None:
    attention = np.random.default_rng(0).random((3, 2, 4, 4)).astype(np.float32)
    np.testing.assert_allclose(grid_weights(attention, 1, None), attention[1].mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(grid_weights(attention, None, None), attention.mean(axis=(0, 1)), rtol=1e-6)
    np.testing.assert_array_equal(grid_weights(attention, 2, 1), attention[2, 1])


@pytest.mark.parametrize(("layer", "head"), [(2, 0), (-1, 0), (0, 4), (0, -1), (None, 1), (9, None)])
def test_heads_that_are_not_there_are_refused(opened: Opener, layer: int | None, head: int | None) -> None:
    bert = opened("bert", Purpose.INSPECT)
    comparison = mask_comparison(bert, bert.tokenizer.tokens(SENTENCE), Causal())
    with pytest.raises(UserError, match="2 layers of 4 heads"):
        token_view(comparison, 1, layer, head)


@pytest.mark.parametrize("query", [-1, 10, 999])
def test_tokens_that_are_not_there_are_refused(opened: Opener, query: int) -> None:
    bert = opened("bert", Purpose.INSPECT)
    comparison = mask_comparison(bert, bert.tokenizer.tokens(SENTENCE), Causal())
    with pytest.raises(UserError, match="10 tokens"):
        token_view(comparison, query)


@pytest.mark.parametrize("mask", [Prefix(11), SlidingWindow(-1), Padding(0), custom_mask(np.eye(3, dtype=bool))])
def test_masks_that_do_not_fit_are_refused(opened: Opener, mask: AttentionMask) -> None:
    bert = opened("bert", Purpose.INSPECT)
    with pytest.raises(UserError):
        mask_comparison(bert, bert.tokenizer.tokens(SENTENCE), mask)


def test_who_looks_ahead_is_known() -> None:
    ahead = [Bidirectional(), Prefix(2), SlidingWindow(1), Padding(3)]
    assert all(looks_ahead(mask, 4) for mask in ahead)
    assert not any(looks_ahead(mask, 4) for mask in (Causal(), Prefix(1), SlidingWindow(0)))
