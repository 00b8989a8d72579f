"""A temperature of 1 changes nothing, a higher one always evens out, and a very high one makes all words equal."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from components.distillation.model.results import TEMPERATURES
from components.distillation.model.soft_targets import CANDIDATE_COUNT, soft_targets
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener

SENTENCE = "she sat on the bank of the [MASK] ."
FAMILIES = ["bert", "distilbert", "roberta", "albert", "electra", "modernbert", "roformer"]


@pytest.mark.parametrize("family", FAMILIES)
def test_temperature_one_is_the_models_own_answer(opened: Opener, family: str) -> None:
    model = opened(family)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    found = soft_targets(model, tokens, (), blank, (1.0, 3.0))
    with torch.no_grad():
        logits = model.model(input_ids=torch.tensor([tokens.ids])).logits[0, blank].double()
    own = logits.softmax(-1)
    top = own.topk(min(CANDIDATE_COUNT, len(own)))
    assert [one.probabilities[0] for one in found.candidates] == pytest.approx(top.values.tolist(), abs=1e-5)
    assert [one.text for one in found.candidates] == [model.tokenizer.text(i) for i in top.indices.tolist()]
    assert [one.logit for one in found.candidates] == pytest.approx(logits[top.indices].tolist(), abs=1e-4)
    third = (logits / 3).softmax(-1)
    assert [one.probabilities[1] for one in found.candidates] == pytest.approx(third[top.indices].tolist(), abs=1e-5)
    for entropy, of in zip(found.entropies, (own, third), strict=True):
        assert entropy == pytest.approx(-(of * of.log()).sum().item(), abs=1e-4)
    assert found.vocabulary == len(logits)
    assert found.hidden is None
    assert not any(one.hidden for one in found.candidates)


def test_the_hidden_word_is_always_there(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    for position in tokens.maskable:
        found = soft_targets(model, tokens, (position,), position, TEMPERATURES)
        (hidden,) = [one for one in found.candidates if one.hidden]
        assert hidden.text == found.hidden == tokens.items[position].text
        assert len(found.candidates) == CANDIDATE_COUNT + (hidden.rank > CANDIDATE_COUNT)
        assert [one.rank for one in found.candidates[:CANDIDATE_COUNT]] == list(range(1, CANDIDATE_COUNT + 1))


@settings(max_examples=40)
@given(st.lists(st.floats(0.05, 10_000), min_size=2, max_size=8, unique=True))
def test_entropy_rises_with_the_temperature(opened: Opener, temperatures: list[float]) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    found = soft_targets(model, tokens, (), tokens.typed_masks[0], sorted(temperatures))
    for low, high in zip(found.entropies, found.entropies[1:], strict=False):
        assert high >= low - 1e-12
    assert 0 <= found.entropies[0] <= found.entropies[-1] <= math.log(found.vocabulary)
    for one in found.candidates[:1]:  # the first choice only ever loses
        assert list(one.probabilities) == sorted(one.probabilities, reverse=True)


def test_a_high_temperature_tends_to_all_words_alike_and_a_low_one_to_the_first(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    found = soft_targets(model, tokens, (), tokens.typed_masks[0], (0.05, 10_000.0))
    assert found.entropies[1] == pytest.approx(math.log(found.vocabulary), abs=1e-6)
    mild = soft_targets(model, tokens, (), tokens.typed_masks[0], (1.0,))
    assert found.entropies[0] < mild.entropies[0]
    assert found.candidates[0].probabilities[0] > mild.candidates[0].probabilities[0]


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.nan, math.inf, -math.inf, 1e-9, 1e9])
def test_temperatures_out_of_range_are_refused(opened: Opener, temperature: float) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError, match="temperature between"):
        soft_targets(model, tokens, (), tokens.typed_masks[0], (1.0, temperature))


def test_no_temperature_no_blank_and_no_mask_are_refused(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError, match="at least one temperature"):
        soft_targets(model, tokens, (), tokens.typed_masks[0], ())
    with pytest.raises(NothingMasked):
        soft_targets(model, tokens, (), 1, (1.0,))
    with pytest.raises(UserError):
        soft_targets(model, tokens, (99,), 99, (1.0,))
    causal = opened("gpt2")
    plain = causal.tokenizer.tokens("she sat on the bank")
    with pytest.raises(UserError, match=r"no \[MASK\]"):
        soft_targets(causal, plain, (1,), 1, (1.0,))
