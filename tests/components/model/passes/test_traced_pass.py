"""Every box is computed from weight matrices alone, and yet each layer's output is the model's own."""

from typing import Any

import numpy as np
import pytest
import torch

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.forward import trace
from components.model.passes.operations import OUTPUT, Operation
from components.model.passes.results import FloorBoxes, TracedPass
from components.model.passes.traced_pass import KEPT_CANDIDATES, floor_boxes, trace_pass
from components.model.user_errors import TooLong, UserError
from tests.components.conftest import Opener, Randomised
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank of the river"
PRE_NORM = {"gpt2", "modernbert"}


def traced(model: OpenModel, sentence: str = SENTENCE) -> TracedPass:
    return trace_pass(model, model.tokenizer.tokens(sentence))


def plain_pass(model: OpenModel, passed: TracedPass) -> Any:
    with torch.no_grad():
        return model.model(torch.tensor([passed.ids]), output_hidden_states=True)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_layer_gives_the_models_hidden_states(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = traced(model)
    hidden = plain_pass(model, passed).hidden_states
    assert len(passed.stream) == len(hidden)
    last = len(hidden) - 1 if family in PRE_NORM else len(hidden)  # transformers normalises the last ones
    for ours, theirs in zip(passed.stream[:last], hidden[:last], strict=True):
        np.testing.assert_allclose(ours, theirs[0].numpy(), atol=1e-5)
    if family in PRE_NORM:
        top = floor_boxes(model, passed, passed.floors - 1, 3)
        np.testing.assert_allclose(top["final_norm"].values[0], hidden[-1][0, 3].numpy(), atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_vocabulary_head_gives_the_models_logits(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = traced(model)
    logits = plain_pass(model, passed).logits[0]
    for position in (0, 5):
        top = floor_boxes(model, passed, passed.floors - 1, position)
        expected = logits[position].topk(KEPT_CANDIDATES)
        assert top.kept_ids == tuple(expected.indices.tolist())
        np.testing.assert_allclose(top["logits"].values[0], expected.values.numpy(), atol=1e-5)
        probabilities = logits[position].softmax(-1)[expected.indices]
        np.testing.assert_allclose(top["probabilities"].values[0], probabilities.numpy(), atol=1e-6)


@pytest.mark.parametrize("family", FAMILIES)
def test_boxes_of_a_layer_end_in_its_output(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = traced(model)
    for floor in range(1, len(passed.stream)):
        boxes = floor_boxes(model, passed, floor)
        np.testing.assert_allclose(boxes[OUTPUT].values, passed.stream[floor], atol=1e-6)
        assert boxes.boxes[-1].key == OUTPUT


@pytest.mark.parametrize("family", FAMILIES)
def test_attention_is_that_of_the_model(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    passed, expected = trace_pass(model, tokens), trace(model, tokens)
    for layer in range(2):
        np.testing.assert_allclose(
            floor_boxes(model, passed, layer + 1)["weights"].values, expected.attention[layer], atol=1e-6
        )


def test_local_layers_see_no_further_than_their_window(randomised: Randomised) -> None:
    model = randomised("modernbert")
    passed = traced(model, " ".join(["the bank of the river and the"] * 8)[:-4])
    assert passed.facts.local_layers
    model.model.config.sliding_window = 4
    try:
        narrow = traced(model, passed.tokens.sentence)
        assert not np.allclose(narrow.stream, passed.stream, atol=1e-4)
        hidden = plain_pass(model, narrow).hidden_states  # transformers reads the window at every call
        np.testing.assert_allclose(narrow.stream[1], hidden[1][0].numpy(), atol=1e-5)
        top = floor_boxes(model, narrow, narrow.floors - 1)
        np.testing.assert_allclose(top["final_norm"].values[0], hidden[-1][0, 0].numpy(), atol=1e-5)
        weights = floor_boxes(model, narrow, narrow.facts.local_layers[0])["weights"].values
    finally:
        model.model.config.sliding_window = passed.facts.window
    count = len(narrow.ids)
    distance = np.abs(np.arange(count)[:, None] - np.arange(count))
    assert (weights[:, distance > 4] == 0).all()
    assert (weights[:, distance <= 4] > 0).all()


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("bert", ("post", "table", True, False, False, False)),
        ("distilbert", ("post", "table", False, False, False, False)),
        ("albert", ("post", "table", True, True, False, False)),
        ("roformer", ("post", "rotary", True, False, False, False)),
        ("modernbert", ("pre", "rotary", False, False, True, False)),
        ("gpt2", ("pre", "table", False, False, False, True)),
    ],
)
def test_facts_say_what_differs(opened: Opener, family: str, expected: tuple[object, ...]) -> None:
    facts = traced(opened(family)).facts
    described = facts.norms, facts.positions, facts.has_segments, facts.shares_layers, facts.is_gated, facts.is_causal
    assert described == expected
    assert (facts.layers, facts.num_heads, facts.width) == (2, 4, 32)
    assert facts.embedding_width == (16 if family == "albert" else 32)


def test_masks_are_what_the_model_reads(opened: Opener) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens(SENTENCE)
    passed = trace_pass(model, tokens, (5,))
    assert passed.ids == (*tokens.ids[:5], model.tokenizer.mask_id, *tokens.ids[6:])
    typed = traced(model, "she sat on the [MASK] of the river")
    np.testing.assert_array_equal(passed.stream, typed.stream)


def test_bad_input_is_refused(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError):
        trace_pass(model, tokens, (0,))
    with pytest.raises(UserError):
        floor_boxes(model, traced(model), 9)
    gpt = opened("gpt2")
    with pytest.raises(UserError):
        trace_pass(gpt, gpt.tokenizer.tokens(SENTENCE), (2,))
    monkeypatch.setattr("components.model.passes.traced_pass.TRACE_TOKEN_LIMIT", len(tokens) - 1)
    with pytest.raises(TooLong):
        trace_pass(model, tokens)


def test_every_operation_occurs_somewhere(opened: Opener) -> None:
    used = set()
    for family in FAMILIES:
        passed = traced(opened(family))
        for floor in range(passed.floors):
            boxes: FloorBoxes = floor_boxes(opened(family), passed, floor)
            used |= {box.operation for box in boxes.boxes}
    assert used == set(Operation)
