"""Laws of attention, for every architecture."""

import numpy as np
import pytest
import torch

from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_mask import Bidirectional, Causal, CustomMask
from components.model.inference.forward import additive_mask, trace
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank of the river"


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_sum_to_one_and_shapes_are_named(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    actual = trace(model, model.tokenizer.tokens(SENTENCE))
    length = len(actual.tokens)
    assert actual.attention.shape == (2, 4, length, length)
    assert actual.hidden.shape == (3, length, 32)
    np.testing.assert_allclose(actual.attention.sum(axis=-1), 1, atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_trace_equals_transformers_own(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    actual = trace(model, model.tokenizer.tokens(SENTENCE))
    with torch.no_grad():
        ids = torch.tensor([actual.tokens.ids])
        plain = model.model(input_ids=ids, output_attentions=True, output_hidden_states=True)
    np.testing.assert_allclose(actual.attention, torch.cat(plain.attentions).numpy(), atol=1e-6)
    np.testing.assert_allclose(actual.hidden, torch.cat(plain.hidden_states).numpy(), atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "albert", "electra"])
def test_a_causal_mask_zeroes_the_upper_triangle_and_hides_the_future(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    ours = trace(model, model.tokenizer.tokens(SENTENCE), Causal())
    changed = trace(model, model.tokenizer.tokens("she sat on the bank of the sentence"), Causal())
    assert not np.triu(ours.attention, k=1).any()
    np.testing.assert_allclose(ours.attention.sum(axis=-1), 1, atol=1e-5)
    assert len(ours.tokens) == len(changed.tokens) or family == "roberta"
    before = 4
    np.testing.assert_array_equal(ours.hidden[:, :before], changed.hidden[:, :before])


def test_a_causal_mask_given_to_a_causal_model_changes_nothing(opened: Opener) -> None:
    model = opened("gpt2", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    np.testing.assert_allclose(trace(model, tokens).hidden, trace(model, tokens, Causal()).hidden, atol=1e-6)


def test_the_bidirectional_mask_is_berts_own(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    np.testing.assert_allclose(trace(model, tokens).hidden, trace(model, tokens, Bidirectional()).hidden, atol=1e-6)


def test_a_given_mask_is_obeyed_cell_by_cell(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    allowed = np.random.default_rng(0).random((len(tokens), len(tokens))) < 0.5
    np.fill_diagonal(allowed, val=True)
    actual = trace(model, tokens, CustomMask(tuple(map(tuple, allowed.tolist()))))
    assert not actual.attention[:, :, ~allowed].any()
    assert (actual.attention[:, :, allowed] > 0).all()


def test_masks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UserError, match="3 × 3"):
        CustomMask(((True,),)).allowed(3)
    with pytest.raises(UserError, match="empty"):
        CustomMask(((True, False), (False, False))).allowed(2)


def test_the_additive_mask_is_float_and_four_dimensional() -> None:
    mask = additive_mask(torch.tensor([[[True, False], [True, True]]]), torch.float32)
    assert mask.shape == (1, 1, 2, 2)
    assert mask.dtype == torch.float32
    assert mask[0, 0].tolist() == [[0, torch.finfo(torch.float32).min], [0, 0]]


def test_a_model_opened_to_predict_cannot_be_looked_into(opened: Opener) -> None:
    model = opened("bert")
    with pytest.raises(ValueError, match="INSPECT"):
        trace(model, model.tokenizer.tokens(SENTENCE))
