"""Every number of every box is what its parts add up to."""

import math

import numpy as np
import pytest

from components.model.checkpoints.open_model import OpenModel
from components.model.passes import numbers
from components.model.passes.numbers import TERM_COUNT, number_anatomy
from components.model.passes.operations import Operation
from components.model.passes.results import Box, FloorBoxes, NumberAnatomy, TracedPass
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.model.user_errors import UserError
from tests.components.conftest import Randomised
from tests.components.small_models import FAMILIES


def recomputed(anatomy: NumberAnatomy) -> float | None:
    """The number from its parts alone; None for a lookup or a copy, which has no parts."""
    parts = dict(anatomy.details)
    total = math.fsum(term.value for term in anatomy.terms) + (anatomy.bias or 0)
    match anatomy.operation:
        case Operation.NORMALISE:
            return (parts["input"] - parts["mean"]) / parts["deviation"] * parts["weight"] + (anatomy.bias or 0)
        case Operation.SCORE:
            return total * parts["scale"]
        case Operation.SOFTMAX:
            return math.exp(parts["input"] - parts["largest"]) / parts["sum"]
        case Operation.ACTIVATE:  # GELU, by whichever formula
            return parts["input"] * 0.5 * (1 + math.erf(parts["input"] / math.sqrt(2)))
        case Operation.LOOKUP | Operation.CONCATENATE:
            return None
        case _:
            return total


def check(model: OpenModel, passed: TracedPass, floor: FloorBoxes, box: Box) -> None:
    token, head = 2, 1
    row = box.values[head, token] if box.has_heads else box.values[floor.row(token)]
    for index in (0, 3):
        anatomy = number_anatomy(model, passed, floor, box.key, token, index, head)
        assert anatomy.value == row[index]
        if not np.isfinite(row[index]) or row[index] == 0:
            continue
        expected = recomputed(anatomy)
        for term in anatomy.terms:
            assert not term.factors or term.value == pytest.approx(term.factors[0] * term.factors[1], abs=1e-9)
        if expected is not None:
            tolerance = 1e-3 if box.operation is Operation.ACTIVATE else 1e-5  # GPT-2's GELU is an approximation
            assert anatomy.value == pytest.approx(expected, abs=tolerance), (floor.floor, box.key)


@pytest.mark.parametrize("family", FAMILIES)
def test_parts_add_up_to_the_number(randomised: Randomised, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "TERM_COUNT", 10_000)  # every product has a name
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    for number in range(passed.floors):
        floor = floor_boxes(model, passed, number, 2)
        for box in floor.boxes:
            check(model, passed, floor, box)


def test_the_rest_is_what_the_other_products_are(randomised: Randomised) -> None:
    """By hand: a matrix product written out in numpy."""
    model = randomised("bert")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    floor = floor_boxes(model, passed, 1)
    anatomy = number_anatomy(model, passed, floor, "up", 1, 5)
    up = model.model.bert.encoder.layer[0].intermediate.dense
    products = floor["attention_norm"].values[1].astype(float) * up.weight[5].detach().numpy().astype(float)
    products = sorted(products, key=abs, reverse=True)
    assert [term.value for term in anatomy.terms] == pytest.approx(products[:TERM_COUNT])
    assert anatomy.rest_count == len(products) - TERM_COUNT
    bias = float(up.bias[5])
    assert anatomy.bias == pytest.approx(bias)
    rest = anatomy.value - sum(term.value for term in anatomy.terms) - bias
    assert rest == pytest.approx(sum(products[TERM_COUNT:]), abs=1e-5)


def test_a_rotation_has_two_products(randomised: Randomised) -> None:
    model = randomised("roformer")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    anatomy = number_anatomy(model, passed, floor_boxes(model, passed, 1), "rotated_query", 3, 4, 2)
    (_, first), (_, second) = (term.factors for term in anatomy.terms)
    assert first**2 + second**2 == pytest.approx(1, abs=1e-6)  # sine and cosine


@pytest.mark.parametrize(
    ("key", "token", "index", "head"), [("nothing", 0, 0, 0), ("up", 99, 0, 0), ("up", 0, 64, 0), ("query", 0, 0, 4)]
)
def test_numbers_that_do_not_exist_are_refused(
    randomised: Randomised, key: str, token: int, index: int, head: int
) -> None:
    model = randomised("bert")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    with pytest.raises(UserError):
        number_anatomy(model, passed, floor_boxes(model, passed, 1), key, token, index, head)
