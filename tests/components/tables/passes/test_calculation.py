"""What stands on the screen adds up exactly, whatever the numbers are."""

import copy
from dataclasses import replace
from decimal import Decimal

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.model.passes.numbers import number_anatomy
from components.model.passes.operations import Operation
from components.model.passes.results import NumberAnatomy, Term
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.tables.passes.boxes import box_activation
from components.tables.passes.calculation import Calculation, calculation
from tests.components.conftest import Randomised
from tests.components.small_models import FAMILIES

NUMBERS = st.floats(-50, 50, allow_nan=False, width=32)


def read(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace(",", ""))


def check_sum(shown: Calculation) -> None:
    assert sum(read(line.value) for line in shown.lines) == read(shown.value)
    for line in shown.lines:
        if "×" in line.working:
            left, right = map(read, line.working.split(" × "))
            assert abs(left * right - read(line.value)) <= Decimal("0.5").scaleb(read(line.value).as_tuple().exponent)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8), NUMBERS, NUMBERS | st.none(), st.integers(0, 400))
def test_sums_add_up(pairs: list[tuple[float, float]], rest: float, bias: float | None, count: int) -> None:
    terms = tuple(Term(str(i), pair, pair[0] * pair[1]) for i, pair in enumerate(pairs))
    value = sum(term.value for term in terms) + (rest if count else 0) + (bias or 0)
    shown = calculation(NumberAnatomy("up", Operation.MULTIPLY, value, terms, count, bias))
    check_sum(shown)
    assert abs(float(read(shown.value)) - value) <= 0.0005000001
    left_out = [line for line in shown.lines if "together" in line.label or line.label == "One more"]
    assert bool(left_out) == bool(count)
    if left_out:
        assert float(read(left_out[0].value)) == pytest.approx(rest, abs=0.0006 * (len(pairs) + 2))


@given(st.lists(NUMBERS, min_size=2, max_size=4))
def test_added_vectors_add_up(numbers: list[float]) -> None:
    keys = ("word", "position", "segment", "task")
    terms = tuple(Term(key, (), number) for key, number in zip(keys, numbers, strict=False))
    check_sum(calculation(NumberAnatomy("embedding_sum", Operation.ADD, sum(numbers), terms)))


@given(NUMBERS, NUMBERS, st.floats(0.01, 20), NUMBERS, NUMBERS)
def test_a_norm_can_be_checked_by_hand(x: float, mean: float, deviation: float, weight: float, bias: float) -> None:
    value = (x - mean) / deviation * weight + bias
    details = (("input", x), ("mean", mean), ("deviation", deviation), ("weight", weight))
    shown = calculation(NumberAnatomy("attention_norm", Operation.NORMALISE, value, bias=bias, details=details))
    x_, mean_, deviation_, weight_, bias_ = (read(line.value) for line in shown.lines)
    by_hand = (x_ - mean_) / deviation_ * weight_ + bias_
    places = -read(shown.value).as_tuple().exponent
    assert abs(by_hand - read(shown.value)) <= Decimal("0.51").scaleb(-places)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_box_of_a_model_has_a_calculation(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    tokens = model.tokenizer.tokens("she sat on the bank")
    passed = trace_pass(model, tokens)
    labels = [token.text for token in tokens.items]
    for number in range(passed.floors):
        floor = floor_boxes(model, passed, number, 2)
        for box in floor.boxes:
            anatomy = number_anatomy(model, passed, floor, box.key, 2, 3, 1)
            shown = calculation(anatomy, tokens=labels, activation=box_activation(box.key, passed.facts))
            assert shown.rule
            if box.operation in (Operation.ADD, Operation.MULTIPLY, Operation.ROTATE, Operation.MIX, Operation.GATE):
                check_sum(shown)
                assert float(read(shown.value)) == pytest.approx(anatomy.value, abs=0.00051)
            if box.operation is Operation.SCORE and shown.value != "−∞":
                *products, total, scaled = shown.lines
                assert sum(read(line.value) for line in products) == read(total.value)
                assert scaled.value == shown.value


def test_what_is_masked_has_no_products() -> None:
    score = calculation(NumberAnatomy("scores", Operation.SCORE, float("-inf")))
    weight = calculation(NumberAnatomy("weights", Operation.SOFTMAX, 0.0, details=(("input", float("-inf")),)))
    assert (score.value, weight.value) == ("−∞", "0")
    assert not score.lines
    assert not weight.lines


def test_a_token_that_is_not_seen_is_masked(randomised: Randomised) -> None:
    model = randomised("gpt2")
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    floor = floor_boxes(model, passed, 1)
    for key, value in (("scores", "−∞"), ("weights", "0")):
        shown = calculation(number_anatomy(model, passed, floor, key, 1, 2, 0))
        assert "Masked" in shown.rule
        assert (shown.lines, shown.value) == ((), value)


def test_a_weight_that_is_too_small_for_single_precision_is_not_masked(randomised: Randomised) -> None:
    plain = randomised("bert")
    model = replace(plain, model=copy.deepcopy(plain.model))
    with torch.no_grad():
        model.model.bert.encoder.layer[0].attention.self.query.weight *= 300
    passed = trace_pass(model, model.tokenizer.tokens("she sat on the bank"))
    floor = floor_boxes(model, passed, 1)
    zeros = list(zip(*(floor["weights"].values == 0).nonzero(), strict=True))
    assert zeros
    for head, token, index in zeros:
        shown = calculation(number_anatomy(model, passed, floor, "weights", int(token), int(index), int(head)))
        assert "Masked" not in shown.rule
        score, exponential, total = shown.lines
        assert float(read(score.value)) == pytest.approx(floor["scores"].values[head, token, index], abs=0.0006)
        assert read(exponential.value) == 0
        assert read(total.value) >= 1
        assert read(shown.value) == 0
