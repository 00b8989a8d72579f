"""Heads switched off: the same as a copy of the model whose weights for them are zero, in every row and thread."""

import copy
import math
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from operator import itemgetter

import numpy as np
import pytest
import torch
from torch import nn
from transformers import PreTrainedModel
from transformers.pytorch_utils import Conv1D

from components.attention.model.ablation import TOP_COUNT, ablate_heads, disable_heads, head_importance
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import ModelRecord
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import last_hidden_state, trace
from components.model.inference.prediction import predictions
from components.model.results import HeadIndex
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener, folder_of
from tests.components.small_models import FAMILIES
from tests.sampling import first_of_each

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river and he went to the bank ."
ANSWER, WIDTH = 9, 8
EVERY_HEAD = tuple((layer, head) for layer in range(2) for head in range(4))


def zeroed(opened: OpenModel, off: Iterable[HeadIndex]) -> PreTrainedModel:
    """A copy whose output projections have zeros for some heads, layers that share weights being separated first."""
    model = copy.deepcopy(opened.model)
    if model.config.model_type == "albert":
        shared = model.albert.encoder.albert_layer_groups
        model.albert.encoder.albert_layer_groups = nn.ModuleList([copy.deepcopy(shared[0]) for _ in range(2)])
        model.config.num_hidden_groups = 2
    projections = attention_layers(replace(opened, model=model)).projections
    for layer, head in off:
        weight = projections[layer].weight
        incoming = weight if isinstance(projections[layer], Conv1D) else weight.T
        with torch.no_grad():
            incoming[head * WIDTH : (head + 1) * WIDTH] = 0
    return model


def plain_hidden(model: PreTrainedModel, ids: Iterable[int]) -> torch.Tensor:
    with torch.no_grad():
        return model.base_model(input_ids=torch.tensor([list(ids)])).last_hidden_state


def plain_answers(model: PreTrainedModel, ids: Iterable[int], position: int) -> torch.Tensor:
    """Log-probabilities of plain transformers code, (vocabulary,)."""
    with torch.no_grad():
        return model(input_ids=torch.tensor([list(ids)])).logits[0, position].log_softmax(dim=-1)


@pytest.fixture(params=list(Purpose))
def purpose(request: pytest.FixtureRequest) -> Purpose:
    return request.param


@pytest.mark.parametrize(
    ("family", "off"),
    first_of_each(
        product(FAMILIES, map(frozenset, [[(0, 2)], [(1, 0)], [(0, 3), (1, 1), (1, 3)], [(1, h) for h in range(4)]])),
        itemgetter(0),
        itemgetter(1),
    ),
)
def test_heads_off_are_zeros_in_the_output_projection(
    opened: Opener, family: str, purpose: Purpose, off: frozenset[HeadIndex]
) -> None:
    model = opened(family, purpose)
    ids = model.tokenizer.tokens("she sat on the bank of the river").ids
    with disable_heads(model, [off]):
        hidden = last_hidden_state(model, [ids])
    torch.testing.assert_close(hidden, plain_hidden(zeroed(model, off), ids), atol=1e-6, rtol=0)
    assert not torch.allclose(hidden, last_hidden_state(model, [ids]), atol=1e-4)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_layer_without_heads_puts_out_its_bias_alone(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    ids = model.tokenizer.tokens("she sat on the bank of the river").ids
    projection = attention_layers(model).projections[1]
    put_out: list[torch.Tensor] = []
    watching = projection.register_forward_hook(lambda _module, _args, output: put_out.append(output))
    try:
        with disable_heads(model, [{(1, head) for head in range(4)}]):
            last_hidden_state(model, [ids])
    finally:
        watching.remove()
    bias = torch.zeros(32) if projection.bias is None else projection.bias
    torch.testing.assert_close(put_out[-1], bias.expand_as(put_out[-1]), atol=0, rtol=0)


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_off_is_the_plain_pass(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens("she sat on the bank of the river")
    plain = trace(model, tokens)
    with disable_heads(model, [()]):
        same = trace(model, tokens)
    np.testing.assert_allclose(same.attention, plain.attention, atol=1e-6)
    np.testing.assert_allclose(same.hidden, plain.hidden, atol=1e-6)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_trace_without_heads_changes_above_them_only(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens("she sat on the bank of the river")
    plain = trace(model, tokens)
    with disable_heads(model, [{(0, 0), (0, 1)}]):
        without = trace(model, tokens)
    assert np.array_equal(without.attention[0], plain.attention[0])  # what a head looks at is still there to be seen
    assert not np.allclose(without.attention[1], plain.attention[1], atol=1e-6)
    assert np.array_equal(trace(model, tokens).hidden, plain.hidden)  # and nothing is left behind


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_a_blank_before_and_after_equals_plain_code(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    off = frozenset({(0, 1), (1, 2)})
    ablation = ablate_heads(model, tokens, (), blank, ANSWER, off)
    before = plain_answers(model.model, tokens.ids, blank)
    after = plain_answers(zeroed(model, off), tokens.ids, blank)
    for view, expected in ((ablation.full, before), (ablation.ablated, after)):
        assert view.log_probability == pytest.approx(expected[ANSWER].item(), abs=1e-5)
        assert view.rank == int((expected > expected[ANSWER]).sum()) + 1
        top = [candidate.probability for candidate in view.prediction.candidates[:5]]
        assert top == pytest.approx(expected.exp().topk(5).values.tolist(), abs=1e-6)
    first = {ANSWER, *before.topk(TOP_COUNT).indices.tolist(), *after.topk(TOP_COUNT).indices.tolist()}
    assert sorted(word.first for word in ablation.words) == pytest.approx(sorted(before[[*first]].tolist()), abs=1e-5)
    assert sorted(word.second for word in ablation.words) == pytest.approx(sorted(after[[*first]].tolist()), abs=1e-5)
    assert ablation.answer.text == model.tokenizer.text(ANSWER)
    assert ablation.answer.first == ablation.full.log_probability
    assert ablation.answer.second == ablation.ablated.log_probability


def test_nothing_off_predicts_as_ever(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    ablation = ablate_heads(bert, tokens, (7,), blank, ANSWER, frozenset())
    # Two passes: which order a processor sums them in is its own business.
    assert ablation.ablated.rank == ablation.full.rank
    assert ablation.ablated.log_probability == pytest.approx(ablation.full.log_probability, abs=1e-5)
    plain = next(mask for mask in predictions(bert, tokens, (7,)).masks if mask.position == blank)
    for ours, theirs in zip(ablation.ablated.prediction.candidates, plain.candidates, strict=True):
        assert ours.probability == pytest.approx(theirs.probability, abs=1e-6)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_importance_equals_one_head_off_after_the_other(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    importances = head_importance(model, tokens, (), blank, ANSWER, EVERY_HEAD * 3)  # more than one batch
    assert [(importance.layer, importance.head) for importance in importances] == [*EVERY_HEAD * 3]
    whole = plain_answers(model.model, tokens.ids, blank)[ANSWER].item()
    for importance in importances[-8:]:
        left = plain_answers(zeroed(model, [(importance.layer, importance.head)]), tokens.ids, blank)[ANSWER].item()
        assert importance.bits == pytest.approx((whole - left) / math.log(2), abs=1e-5)
        assert importance.probability == pytest.approx(math.exp(left), abs=1e-6)
    parts = [
        importance
        for layer in range(2)
        for importance in head_importance(model, tokens, (), blank, ANSWER, [(layer, head) for head in range(4)])
    ]
    assert [importance.bits for importance in parts] == pytest.approx(
        [importance.bits for importance in importances[:8]], abs=1e-5
    )


@pytest.mark.parametrize("family", ["bert", "albert"])
def test_visitors_at_once_do_not_meet(originals: dict[str, ModelRecord], family: str) -> None:
    shared = Loader(folder_of).open(originals[family], Purpose.INSPECT)  # no hook of ours is on it yet
    tokens = shared.tokenizer.tokens("she sat on the bank of the river")

    def visit(number: int, together: threading.Barrier) -> list[np.ndarray]:
        together.wait(timeout=30)
        traces = []
        for turn in range(4):
            if number == 0:  # one visitor switches nothing off
                traces.append(trace(shared, tokens).hidden)
                continue
            with disable_heads(shared, [{EVERY_HEAD[number], EVERY_HEAD[turn % 8]}]):
                traces.append(trace(shared, tokens).hidden)
        return traces

    with ThreadPoolExecutor(8) as visitors:
        at_once = list(visitors.map(visit, range(8), [threading.Barrier(8)] * 8))
    for number, traces in enumerate(at_once):
        for together, alone in zip(traces, visit(number, threading.Barrier(1)), strict=True):
            np.testing.assert_allclose(together, alone, atol=1e-6)
    assert not np.allclose(at_once[0][0], at_once[1][0], atol=1e-4)


def test_another_thread_keeps_all_heads(opened: Opener) -> None:
    bert = opened()
    ids = bert.tokenizer.tokens("she sat on the bank").ids
    plain = last_hidden_state(bert, [ids])
    with disable_heads(bert, [set(EVERY_HEAD)]), ThreadPoolExecutor(1) as elsewhere:
        assert torch.equal(elsewhere.submit(last_hidden_state, bert, [ids]).result(), plain)
        assert not torch.allclose(last_hidden_state(bert, [ids]), plain, atol=1e-4)


def test_another_model_on_the_same_thread_keeps_all_heads(opened: Opener) -> None:
    bert, electra = opened("bert"), opened("electra")
    ids = bert.tokenizer.tokens("she sat on the bank").ids
    with disable_heads(electra, [()]):
        plain = last_hidden_state(electra, [ids])
    with disable_heads(bert, [set(EVERY_HEAD)]):
        assert torch.equal(last_hidden_state(electra, [ids]), plain)


def test_an_error_inside_leaves_no_head_off(opened: Opener) -> None:
    bert = opened()
    ids = bert.tokenizer.tokens("she sat on the bank").ids
    plain = last_hidden_state(bert, [ids])
    with pytest.raises(ZeroDivisionError), disable_heads(bert, [set(EVERY_HEAD)]):
        raise ZeroDivisionError
    assert torch.equal(last_hidden_state(bert, [ids]), plain)


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 4), (10**9, 10**9)])
def test_a_head_that_is_not_there_is_refused(opened: Opener, place: HeadIndex) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError, match="has 2 layers of 4 heads"):
        ablate_heads(bert, tokens, (), tokens.typed_masks[0], ANSWER, frozenset({place}))
    with pytest.raises(UserError, match="has 2 layers of 4 heads"):
        head_importance(bert, tokens, (), tokens.typed_masks[0], ANSWER, [place])


def test_what_is_no_blank_is_refused(opened: Opener) -> None:
    bert, gpt2 = opened(), opened("gpt2")
    tokens = bert.tokenizer.tokens(SENTENCE)
    with pytest.raises(NothingMasked, match="not masked"):
        ablate_heads(bert, tokens, (), 1, ANSWER, frozenset())
    with pytest.raises(UserError, match="is not in this sentence"):
        head_importance(bert, tokens, (99,), tokens.typed_masks[0], ANSWER, EVERY_HEAD)
    with pytest.raises(UserError, match="single sentence"):
        ablate_heads(bert, replace(tokens, second="so"), (), tokens.typed_masks[0], ANSWER, frozenset())
    words = gpt2.tokenizer.tokens("she sat on the bank")
    with pytest.raises(UserError, match="masked model"):
        ablate_heads(gpt2, words, (2,), 2, ANSWER, frozenset())
