"""What a level of the machine says is what the model computes, and turns round with the numbers."""

from dataclasses import replace

import numpy as np
import pytest

from components.inside.tables.levels import level_finding
from components.model.checkpoints.open_model import OpenModel
from components.model.passes.results import FloorBoxes, TracedPass
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.tables.numbers import probability_text
from components.widgets.layer_building import LEVELS
from tests.components.conftest import Randomised

SENTENCE = "The cat sat on the mat."
BLANK = 3


@pytest.fixture(scope="module")
def small(randomised: Randomised) -> OpenModel:
    return randomised("bert")


@pytest.fixture(scope="module")
def traced(small: OpenModel) -> TracedPass:
    return trace_pass(small, small.tokenizer.tokens(SENTENCE))


@pytest.fixture(scope="module")
def layer(small: OpenModel, traced: TracedPass) -> FloorBoxes:
    return floor_boxes(small, traced, 2)


def with_values(layer: FloorBoxes, key: str, values: np.ndarray) -> FloorBoxes:
    boxes = tuple(replace(box, values=values) if box.key == key else box for box in layer.boxes)
    return replace(layer, boxes=boxes)


def finding(level: str, traced: TracedPass, boxes: FloorBoxes, cell: tuple[int, int] | None = None) -> str:
    text = level_finding(level, traced, boxes, BLANK, cell)
    assert text is not None
    return text


def test_a_layer_names_the_token_with_the_largest_average(traced: TracedPass, layer: FloorBoxes) -> None:
    average = layer["weights"].values[:, BLANK].mean(axis=0)
    best = int(average.argmax())
    text = finding("attention", traced, layer)
    assert probability_text(float(average[best])) in text
    other = (best + 1) % len(average)
    order = list(range(len(average)))
    order[best], order[other] = other, best
    assert finding("attention", traced, with_values(layer, "weights", layer["weights"].values[..., order])) != text


@pytest.mark.parametrize("head", [0, 1])
def test_a_head_names_its_largest_weight(traced: TracedPass, layer: FloorBoxes, head: int) -> None:
    weights = layer["weights"].values[head, BLANK]
    text = finding("head", traced, layer, (head, 0))
    assert f"head {head + 1}" in text
    assert probability_text(float(weights.max())) in text


def test_a_weight_has_its_place_among_all(traced: TracedPass, layer: FloorBoxes) -> None:
    weights = layer["weights"].values[1, BLANK]
    order = np.argsort(-weights)
    for more, index in enumerate(order):
        assert (f" {more} token" if more else "No token") in finding("weight", traced, layer, (1, int(index)))


def test_a_token_that_is_hidden_has_no_share(randomised: Randomised) -> None:
    causal = randomised("gpt2")
    passed = trace_pass(causal, causal.tokenizer.tokens(SENTENCE))
    boxes = floor_boxes(causal, passed, 1)
    later, before = (level_finding("weight", passed, boxes, 2, (0, index)) for index in (3, 1))
    assert later is not None
    assert "%" not in later
    assert before is not None
    assert "%" in before


def test_units_above_zero_are_counted(traced: TracedPass, layer: FloorBoxes) -> None:
    inputs = layer["up"].values
    on, count = int((inputs[BLANK] > 0).sum()), inputs.shape[-1]
    assert f"{on:,} of {count:,} units" in finding("units", traced, layer)
    assert f"{int((-inputs[BLANK] > 0).sum()):,} of" in finding("units", traced, with_values(layer, "up", -inputs))


def test_the_sum_names_what_the_model_adds(small: OpenModel, traced: TracedPass) -> None:
    embeddings = floor_boxes(small, traced, 0)
    assert "segment" in finding("sum", traced, embeddings)
    word = replace(embeddings, boxes=embeddings.boxes[:1])
    assert "one vector" in finding("sum", traced, word)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("floor", [0, 2, 3])
def test_a_level_that_does_not_fit_the_floor_says_nothing_wrong(
    small: OpenModel, traced: TracedPass, level: str, floor: int
) -> None:
    boxes = floor_boxes(small, traced, floor, BLANK)
    text = level_finding(level, traced, boxes, BLANK, None)
    shows = {"attention": 2, "head": 2, "weight": 2, "units": 2, "sum": 0}
    assert (text is not None) == (shows.get(level) == floor)
