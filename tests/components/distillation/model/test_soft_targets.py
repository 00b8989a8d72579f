"""Soft targets at temperature 1, above it, and in the limit."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from components.distillation.model.results import TEMPERATURES
from components.distillation.model.soft_targets import CANDIDATE_COUNT, soft_targets
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener
from tests.examples import scaled

SENTENCE = "she sat on the bank of the [MASK] ."
FAMILIES = ["bert", "distilbert", "roberta", "albert", "electra", "modernbert", "roformer"]


@pytest.mark.parametrize("family", FAMILIES)
def test_temperature_1_gives_the_models_own_distribution(opened: Opener, family: str) -> None:
    model = opened(family)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    targets = soft_targets(model, tokens, (), blank, (1.0, 3.0))
    with torch.no_grad():
        logits = model.model(input_ids=torch.tensor([tokens.ids])).logits[0, blank].double()
    probabilities = logits.softmax(-1)
    top = probabilities.topk(min(CANDIDATE_COUNT, len(probabilities)))
    assert [candidate.probabilities[0] for candidate in targets.candidates] == pytest.approx(
        top.values.tolist(), abs=1e-5
    )
    assert [candidate.text for candidate in targets.candidates] == [
        model.tokenizer.text(i) for i in top.indices.tolist()
    ]
    assert [candidate.logit for candidate in targets.candidates] == pytest.approx(
        logits[top.indices].tolist(), abs=1e-4
    )
    softened = (logits / 3).softmax(-1)
    assert [candidate.probabilities[1] for candidate in targets.candidates] == pytest.approx(
        softened[top.indices].tolist(), abs=1e-5
    )
    for entropy, of in zip(targets.entropies, (probabilities, softened), strict=True):
        assert entropy == pytest.approx(-(of * of.log()).sum().item(), abs=1e-4)
    assert targets.vocabulary == len(logits)
    assert targets.hidden is None
    assert not any(candidate.hidden for candidate in targets.candidates)


def test_the_masked_word_is_always_a_candidate(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    for position in tokens.maskable:
        targets = soft_targets(model, tokens, (position,), position, TEMPERATURES)
        (hidden,) = [candidate for candidate in targets.candidates if candidate.hidden]
        assert hidden.text == targets.hidden == tokens.items[position].text
        assert len(targets.candidates) == CANDIDATE_COUNT + (hidden.rank > CANDIDATE_COUNT)
        assert [candidate.rank for candidate in targets.candidates[:CANDIDATE_COUNT]] == list(
            range(1, CANDIDATE_COUNT + 1)
        )


@settings(max_examples=scaled(40))
@given(st.lists(st.floats(0.05, 10_000), min_size=2, max_size=8, unique=True))
def test_entropy_rises_with_the_temperature(opened: Opener, temperatures: list[float]) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    targets = soft_targets(model, tokens, (), tokens.typed_masks[0], sorted(temperatures))
    for low, high in zip(targets.entropies, targets.entropies[1:], strict=False):
        assert high >= low - 1e-12
    assert 0 <= targets.entropies[0] <= targets.entropies[-1] <= math.log(targets.vocabulary)
    for candidate in targets.candidates[:1]:  # the first choice only ever loses
        assert list(candidate.probabilities) == sorted(candidate.probabilities, reverse=True)


def test_limits_of_high_and_low_temperatures(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    targets = soft_targets(model, tokens, (), tokens.typed_masks[0], (0.05, 10_000.0))
    assert targets.entropies[1] == pytest.approx(math.log(targets.vocabulary), abs=1e-6)
    mild = soft_targets(model, tokens, (), tokens.typed_masks[0], (1.0,))
    assert targets.entropies[0] < mild.entropies[0]
    assert targets.candidates[0].probabilities[0] > mild.candidates[0].probabilities[0]


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.nan, math.inf, -math.inf, 1e-9, 1e9])
def test_temperatures_out_of_range_are_an_error(opened: Opener, temperature: float) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError, match="temperature between"):
        soft_targets(model, tokens, (), tokens.typed_masks[0], (1.0, temperature))


def test_missing_temperatures_blanks_and_masks_are_errors(opened: Opener) -> None:
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
