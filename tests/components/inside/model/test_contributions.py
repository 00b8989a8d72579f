"""The parts sum to the whole, and switching a part off is what a changed model does."""

import copy
from dataclasses import replace

import pytest
import torch

from components.inside.model.contributions import contributions, switched_off
from components.inside.model.residual import word_way
from components.inside.model.results import FEED_FORWARD
from components.inside.model.traced_pass import floor_boxes, trace_pass
from tests.components.conftest import Opener
from tests.components.inside.conftest import Randomised
from tests.components.small_models import FAMILIES

WORDS = (9, 12)


def log_odds(model: torch.nn.Module, ids: tuple[int, ...], blank: int) -> float:
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0, blank].double()
    return float(logits[WORDS[0]] - logits[WORDS[1]])


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("blank", [1, 3])
def test_parts_sum_to_the_models_log_odds(randomised: Randomised, family: str, blank: int) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    parts = contributions(model, passed, blank, WORDS)
    expected = log_odds(model.model, passed.ids, blank)
    assert parts.log_odds == pytest.approx(expected, abs=1e-5)
    assert parts.total == pytest.approx(expected, abs=1e-5)
    assert len(parts.parts) == 2 * (4 + 1)
    assert sum(abs(part.direct) for part in parts.parts) > 0.01


@pytest.mark.parametrize("family", FAMILIES)
def test_words_exchanged_push_the_other_way(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    forward, backward = (contributions(model, passed, 3, words) for words in (WORDS, WORDS[::-1]))
    assert [part.direct for part in forward.parts] == pytest.approx([-part.direct for part in backward.parts], abs=1e-9)


def test_a_part_that_writes_nothing_contributes_nothing(randomised: Randomised) -> None:
    """By hand: a head whose rows of the output matrix are zero has no effect by either measure."""
    plain = randomised("bert")
    model = copy.deepcopy(plain.model)
    with torch.no_grad():
        model.bert.encoder.layer[1].attention.output.dense.weight[:, 8:16] = 0
    opened = replace(plain, model=model)
    passed = trace_pass(opened, opened.tokenizer.tokens("she sat on the bank"))
    direct = {(part.layer, part.head): part.direct for part in contributions(opened, passed, 3, WORDS).parts}
    effect = {(part.layer, part.head): part.direct for part in switched_off(opened, passed, 3, WORDS)}
    assert direct[1, 1] == pytest.approx(0, abs=1e-9)
    assert effect[1, 1] == pytest.approx(0, abs=1e-5)
    assert abs(direct[1, 2]) > 1e-4
    assert set(direct) == set(effect)


@pytest.mark.parametrize("family", ["bert", "distilbert"])
def test_switching_off_is_the_models_own_pass_with_a_mean(randomised: Randomised, family: str) -> None:
    """Against plain transformers: a hook puts the mean over positions in place of a layer's feed-forward output."""
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    effects = {(part.layer, part.head): part.direct for part in switched_off(model, passed, 3, WORDS)}
    if family == "bert":
        down = model.model.bert.encoder.layer[0].output.dense
    else:
        down = model.model.distilbert.transformer.layer[0].ffn.lin2
    hook = down.register_forward_hook(lambda _module, _args, out: out.mean(dim=1, keepdim=True).expand_as(out))
    try:
        without = log_odds(model.model, passed.ids, 3)
    finally:
        hook.remove()
    whole = log_odds(model.model, passed.ids, 3)
    assert effects[0, FEED_FORWARD] == pytest.approx(whole - without, abs=1e-5)


def test_progress_is_told_by_layer(opened: Opener) -> None:
    model = opened("bert")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    heard: list[tuple[int, int]] = []
    switched_off(model, passed, 3, WORDS, lambda done, total: heard.append((done, total)))
    assert heard == [(1, 2), (2, 2)]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_words_way_has_every_stop(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    stops = word_way(model, passed, 3)
    assert [(stop.layer, stop.part) for stop in stops] == [
        (0, "embeddings"),
        (1, "attention"),
        (1, "feed-forward"),
        (2, "attention"),
        (2, "feed-forward"),
    ]
    with torch.no_grad():
        out = model.model(torch.tensor([passed.ids]), output_hidden_states=True)
    assert stops[2].length == pytest.approx(float(out.hidden_states[1][0, 3].norm()), abs=1e-4)
    boxes = floor_boxes(model, passed, 2)
    assert stops[4].written == pytest.approx(float((boxes["down"].values[3] ** 2).sum() ** 0.5), abs=1e-4)
    likeliest = out.logits[0, 3].softmax(-1).max(-1)
    assert stops[-1].nearest is not None
    assert stops[-1].nearest.probability == pytest.approx(float(likeliest.values), abs=1e-6)
    assert stops[-1].nearest.text == model.tokenizer.text(int(likeliest.indices))
