"""Units of a feed-forward layer: what they write sums to what the layer writes, and switching one off is exact."""

import copy
import math

import pytest
import torch

from components.inside.model.contributions import contributions
from components.inside.model.feed_forward import PEAK_COUNT, direct_logits, unit_activity, unit_peaks, without_unit
from components.inside.model.results import FEED_FORWARD
from components.inside.model.traced_pass import floor_boxes, trace_pass
from components.inside.model.weights import model_weights
from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError
from tests.components.inside.conftest import Randomised
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("layer", [0, 1])
def test_all_units_together_push_as_the_layer_does(randomised: Randomised, family: str, layer: int) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    boxes = floor_boxes(model, passed, layer + 1)
    down = torch.from_numpy(boxes["down"].values[3].copy())
    parts = contributions(model, passed, 3, (9, 12)).parts
    (expected,) = (part.direct for part in parts if (part.layer, part.head) == (layer, FEED_FORWARD))
    units = boxes["gated" if family == "modernbert" else "activated"].values[3]
    activity = unit_activity(model, passed, 3, layer, count=len(units))
    assert sorted(each.unit for each in activity) == list(range(len(units)))
    assert [each.activation for each in sorted(activity, key=lambda each: each.unit)] == pytest.approx(units.tolist())
    assert [each.written for each in activity] == sorted((each.written for each in activity), reverse=True)
    raised = direct_logits(model, passed, 3, layer, (down - _down_bias(model, layer))[None])[0]
    assert float(raised[9] - raised[12]) == pytest.approx(expected, abs=1e-4)


def _down_bias(model: OpenModel, layer: int) -> torch.Tensor:
    bias = model_weights(model).layers[layer].down.bias
    return torch.zeros(32) if bias is None else bias


def test_a_unit_writes_towards_what_its_column_raises(randomised: Randomised) -> None:
    """By hand: in the last layer of GPT-2 nothing but the final norm stands between a unit and the logits."""
    model = randomised("gpt2")
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    (first, *_) = unit_activity(model, passed, 2, 1)
    transformer = model.model.transformer
    column = transformer.h[1].mlp.c_proj.weight[first.unit].detach() * first.activation
    last = torch.from_numpy(passed.stream[-1, 2].copy())
    scaled = (column - column.mean()) / (last.var(correction=0) + transformer.ln_f.eps).sqrt()
    logits = model.model.lm_head.weight @ (scaled * transformer.ln_f.weight)
    assert first.towards[0] == model.tokenizer.text(int(logits[: model.tokenizer.size].argmax()))


@pytest.mark.parametrize("family", ["bert", "distilbert", "gpt2"])
def test_without_a_unit_is_a_model_whose_column_is_zero(randomised: Randomised, family: str) -> None:
    plain = randomised(family)
    passed = trace_pass(plain, plain.tokenizer.tokens(SENTENCE))
    unit = unit_activity(plain, passed, 3, 0)[0].unit
    changed = copy.deepcopy(plain.model)
    with torch.no_grad():
        if family == "bert":
            changed.bert.encoder.layer[0].output.dense.weight[:, unit] = 0
        elif family == "distilbert":
            changed.distilbert.transformer.layer[0].ffn.lin2.weight[:, unit] = 0
        else:
            changed.transformer.h[0].mlp.c_proj.weight[unit] = 0
        before, after = (each(torch.tensor([passed.ids])).logits[0, 3].softmax(-1) for each in (plain.model, changed))
    for word in without_unit(plain, passed, 3, 0, unit).words:
        assert before.sub(math.exp(word.first)).abs().min() < 1e-6
        assert after.sub(math.exp(word.second)).abs().min() < 1e-6
    with pytest.raises(UserError):
        without_unit(plain, passed, 3, 0, 999)


def test_peaks_are_the_highest_values_of_all_sentences(randomised: Randomised) -> None:
    model = randomised("bert")
    sentences = ("she sat on the bank", "the capital of france is paris .")
    heard: list[tuple[int, int]] = []
    peaks = unit_peaks(model, 1, sentences, lambda done, total: heard.append((done, total)))
    assert heard[-1] == (2, 2)
    assert len(peaks) == 64
    values = []
    for sentence in sentences:
        tokens = model.tokenizer.tokens(sentence)
        boxes = floor_boxes(model, trace_pass(model, tokens), 2)
        values += [
            (float(boxes["activated"].values[position, 7]), token.text, sentence)
            for position, token in enumerate(tokens.items)
            if not token.special
        ]
    expected = sorted(values, reverse=True)[:PEAK_COUNT]
    assert [peak.activation for peak in peaks[7]] == pytest.approx([value for value, _, _ in expected], abs=1e-5)
    assert [(peak.token, peak.sentence) for peak in peaks[7]] == [(token, text) for _, token, text in expected]
