"""What is said about an activation function is true of the function."""

import copy
import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn
from transformers.activations import ACT2FN

from components.model.checkpoints.open_model import OpenModel
from components.model.passes.numbers import number_anatomy
from components.model.passes.results import TracedPass
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.tables.passes.activations import activation_text
from components.tables.passes.boxes import box_text, difference_texts
from components.tables.passes.payload import number_text
from tests.components.conftest import Randomised

RULES: dict[str, Callable[[float], float]] = {  # as the rules say it
    "gelu": lambda x: x * 0.5 * (1 + math.erf(x / math.sqrt(2))),
    "gelu_new": lambda x: x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "relu": lambda x: x if x > 0 else 0.0,
    "silu": lambda x: x / (1 + math.exp(-x)),
}


@pytest.mark.parametrize("name", RULES)
def test_the_rule_gives_what_the_function_gives(name: str) -> None:
    numbers = torch.linspace(-9, 9, 181)
    expected = [RULES[name](number) for number in numbers.tolist()]
    np.testing.assert_allclose(ACT2FN[name](numbers).numpy(), expected, atol=2e-6)


@pytest.mark.parametrize("name", RULES)
def test_negative_numbers_become_what_the_sentence_says(name: str) -> None:
    outputs = [RULES[name](-step / 1000) for step in range(1, 30_000)]
    about = activation_text(name).about
    lowest = re.search(r"between −(\d\.\d\d) and 0", about)
    if lowest is None:
        assert name == "relu"
        assert set(outputs) == {0.0}
    else:
        assert max(outputs) <= 0
        assert f"{-min(outputs):.2f}" == lowest[1]


def traced_with(model: OpenModel, units: nn.Module, head: nn.Module) -> tuple[OpenModel, TracedPass]:
    """A copy of a BERT with other activation functions, and its pass."""
    changed = replace(model, model=copy.deepcopy(model.model))
    for layer in changed.model.bert.encoder.layer:
        layer.intermediate.intermediate_act_fn = units
    changed.model.cls.predictions.transform.transform_act_fn = head
    return changed, trace_pass(changed, changed.tokenizer.tokens("she sat on the bank"))


def texts_of(model: OpenModel, passed: TracedPass, floor: int, key: str) -> tuple[str, str, str]:
    """Formula, sentence and rule of an activation, as the page has them."""
    boxes = floor_boxes(model, passed, floor, 2)
    text = box_text(boxes[key], passed.facts)
    number = number_text(passed, boxes, number_anatomy(model, passed, boxes, key, 2, 3), 2, 3, 0, ())
    return text.formula, text.about, number


def test_only_what_is_a_gelu_is_called_one(randomised: Randomised) -> None:
    model = randomised("bert")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    for floor, key in ((1, "activated"), (passed.floors - 1, "head_activated")):
        formula, _, number = texts_of(model, passed, floor, key)
        assert formula == "GELU(x)"
        assert "standard normal" in number
    assert not difference_texts(passed.facts)


def test_other_functions_have_words_of_their_own(randomised: Randomised) -> None:
    model, passed = traced_with(randomised("bert"), nn.ReLU(), nn.SiLU())
    formula, about, number = texts_of(model, passed, 1, "activated")
    assert (formula, about) == ("max(x, 0)", "Negative numbers become 0.")
    assert "ReLU" in number
    formula, about, number = texts_of(model, passed, passed.floors - 1, "head_activated")
    assert "exp" in formula
    assert "0.28" in about
    assert "SiLU" in number
    assert "GELU" not in number
    assert any("ReLU" in text for text in difference_texts(passed.facts))


def test_a_function_without_words_is_called_by_its_name(randomised: Randomised) -> None:
    model, passed = traced_with(randomised("bert"), nn.Tanh(), nn.Tanh())
    for floor, key in ((1, "activated"), (passed.floors - 1, "head_activated")):
        formula, about, number = texts_of(model, passed, floor, key)
        assert formula == "Tanh(x)"
        assert "0.17" not in about
        assert "Tanh" in number
        assert "GELU" not in number
