"""Occlusion: what it says equals what plain transformers code says."""

import math

import pytest
import torch

from components.model.blanks.occlusion import TOP_ANSWERS, occlusions, possible_answers
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import token_scores
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES, sharing

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river and he went to the bank ."


def plainly(opened: OpenModel, ids: list[int], attention_mask: list[int] | None = None) -> torch.Tensor:
    """Log-probabilities of plain transformers code, (token, vocabulary)."""
    mask = None if attention_mask is None else torch.tensor([attention_mask])
    with torch.no_grad():
        return opened.model(input_ids=torch.tensor([ids]), attention_mask=mask).logits[0].log_softmax(dim=-1)


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_occlusion_equals_masking_one_more_token_plainly(opened: Opener, family: str) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,), answer = tokens.typed_masks, 9
    actual = occlusions(sharing(bert), tokens, (), blank, answer)
    assert [item.position for item in actual] == list(tokens.maskable)
    whole = plainly(bert, list(tokens.ids))[blank, answer].item()
    for item in actual:
        ids = list(tokens.ids)
        ids[item.position] = bert.tokenizer.mask_id
        expected = plainly(bert, ids)[blank, answer].item()
        assert item.loss == pytest.approx(whole - expected, abs=1e-5)
        assert item.probability == pytest.approx(math.exp(expected), abs=1e-6)


def test_occlusion_in_parts_is_the_same_as_at_once(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    at_once = occlusions(bert, tokens, (), blank, 9)
    parts = [occlusion for p in tokens.maskable for occlusion in occlusions(bert, tokens, (), blank, 9, others=(p,))]
    assert [occlusion.loss for occlusion in parts] == pytest.approx([occlusion.loss for occlusion in at_once], abs=1e-5)


def test_words_that_can_be_followed_are_the_likeliest_and_the_hidden_one(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens("she sat on the bank")
    answers = possible_answers(bert, tokens, (5,), 5)
    assert [option.rank for option in answers[:TOP_ANSWERS]] == [1, 2, 3, 4, 5]
    (hidden,) = (option for option in answers if option.hidden)
    assert hidden.text == "bank"
    ids = [*tokens.ids]
    ids[5] = bert.tokenizer.mask_id
    expected = plainly(bert, ids)[5]
    assert hidden.probability == pytest.approx(expected[tokens.ids[5]].exp().item(), abs=1e-6)
    assert hidden.rank == int((expected > expected[tokens.ids[5]]).sum()) + 1
    typed = possible_answers(bert, bert.tokenizer.tokens("she sat on the [MASK]"), (), 5)
    assert len(typed) == TOP_ANSWERS
    assert not any(option.hidden for option in typed)


def test_positions_can_be_scored_part_by_part(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    parts = [score for position in tokens.maskable for score in token_scores(bert, tokens, (position,))]
    expected = token_scores(bert, tokens)
    assert [score.surprisal for score in parts] == pytest.approx([score.surprisal for score in expected], abs=1e-5)
    with pytest.raises(UserError, match="is not in this sentence"):
        token_scores(bert, tokens, tokens.typed_masks)


@pytest.mark.parametrize("position", [-1, 0, 1, 99])
def test_what_is_no_blank_is_refused(opened: Opener, position: int) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    for ask in (
        lambda: possible_answers(bert, tokens, (), position),
        lambda: occlusions(bert, tokens, (), position, 9),
    ):
        with pytest.raises(NothingMasked, match="not masked"):
            ask()
    with pytest.raises(UserError, match="is not in this sentence"):
        possible_answers(bert, tokens, (99,), tokens.typed_masks[0])
    with pytest.raises(UserError, match="cannot be hidden"):
        occlusions(bert, tokens, (), tokens.typed_masks[0], 9, others=(0,))
