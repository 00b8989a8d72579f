"""What the browser is sent: exact numbers of one token, a small picture of all, and never a matrix."""

import json
from typing import Any

import numpy as np
import pytest

from components.model.passes.numbers import number_anatomy
from components.model.passes.residual import word_way
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.model.results import Candidate
from components.tables.passes.boxes import difference_texts, shape_finding
from components.tables.passes.payload import (
    box_table,
    floor_bytes,
    largest_number,
    number_text,
    pass_bytes,
    pass_finding,
    token_vector,
)
from components.widgets.canvas import header_of
from tests.components.conftest import Opener, Randomised
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank"
ANSWERS = (Candidate("bank", 0.5, False), Candidate("s", 0.25, True))


def read_floor(part: bytes) -> tuple[dict[str, Any], np.ndarray]:
    length = int.from_bytes(part[:4], "little")
    return json.loads(part[4 : 4 + length]), np.frombuffer(part[4 + length :], "<f4")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_floor_part_has_every_number_of_the_token(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    for floor in range(passed.floors):
        boxes = floor_boxes(model, passed, floor, 2)
        header, numbers = read_floor(floor_bytes(passed, boxes, 2, ANSWERS, ANSWERS, ()))
        expected = [token_vector(box, boxes.row(2)).reshape(-1) for box in boxes.boxes]
        np.testing.assert_array_equal(numbers, np.concatenate(expected))
        assert [box["size"] for box in header["boxes"]] == [len(values) for values in expected]
        assert [box["key"] for box in header["boxes"]] == list(passed.box_keys[floor])
        assert header["bars"] == [["bank", 0.5, "50.0%"], ["…s", 0.25, "25.0%"]]


def test_shapes_are_those_of_tutorials(opened: Opener) -> None:
    model = opened("bert")
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    header, _ = read_floor(floor_bytes(passed, floor_boxes(model, passed, 1), 2, (), (), ()))
    shapes = {box["key"]: box["shape"] for box in header["boxes"]}
    assert shapes["query"] == "(1, 4, 7, 8)"
    assert shapes["weights"] == "(1, 4, 7, 7)"
    assert shapes["up"] == "(1, 7, 64)"
    top, _ = read_floor(floor_bytes(passed, floor_boxes(model, passed, 3, 2), 2, (), (), ()))
    boxes = floor_boxes(model, passed, 1)
    assert "1 sentence, 4 heads, 7 tokens and 8 numbers" in shape_finding(boxes["query"], passed, 1)
    assert "4 heads, 7 tokens, and the 7 tokens" in shape_finding(boxes["weights"], passed, 1)
    assert "has the shape (1, 7, 64). Layer 1: 1 sentence, 7 tokens and 64 numbers" in shape_finding(
        boxes["up"], passed, 1
    )
    assert top["boxes"][-1]["shape"] == f"(1, 7, {model.model.config.vocab_size})"


def test_a_pass_is_the_same_whatever_is_open(opened: Opener) -> None:
    model = opened("bert")
    tokens = model.tokenizer.tokens(SENTENCE)
    passed = trace_pass(model, tokens, (2,))
    headers = []
    for floor in (1, 2):
        boxes = floor_boxes(model, passed, floor)
        head, index = largest_number(boxes["query"], 2)
        anatomy = number_anatomy(model, passed, boxes, "query", 2, index, head)
        number = number_text(passed, boxes, anatomy, 2, index, head, ())
        first = floor_bytes(passed, boxes, 2, (), ANSWERS, ())
        headers.append(header_of(pass_bytes(passed, (2,), first, floor=floor, token=2, number=number)))
    assert headers[0]["trace"] == headers[1]["trace"]
    assert [header["first"] for header in headers] == [[1, 2], [2, 2]]
    assert headers[0]["tokens"][2] == "[MASK]"
    assert headers[0]["number"]["box"] == "query"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_way_that_is_drawn_is_the_tokens_own(randomised: Randomised, family: str) -> None:
    model = randomised(family)
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    way = word_way(model, passed, 2)
    boxes = floor_boxes(model, passed, 1)
    drawn = read_floor(floor_bytes(passed, boxes, 2, (), (), way))[0]["way"]
    layers = passed.facts.layers
    np.testing.assert_allclose(drawn["weights"][0], boxes["weights"].values[:, 2].mean(axis=0), atol=6e-4)
    assert np.sum(drawn["weights"], axis=1) == pytest.approx([1.0] * layers, abs=0.01)
    assert np.shape(drawn["added"]) == (layers, 2)
    length = float(np.linalg.norm(passed.stream[0, 2]))
    written = float(np.linalg.norm(boxes["attention_output"].values[2]))
    assert drawn["added"][0][0] == pytest.approx(written / length, rel=2e-3, abs=6e-4)
    assert len(drawn["words"]) == (layers + 1 if passed.facts.has_head else 0)


def test_a_table_has_every_number_of_the_open_box(opened: Opener) -> None:
    model = opened("bert")
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE))
    boxes = floor_boxes(model, passed, 1)
    table = box_table(passed, boxes, "value", 3)
    assert list(table["head"]) == [head for head in range(1, 5) for _ in range(8)]
    np.testing.assert_allclose(table["value"], boxes["value"].values[:, 3].reshape(-1))


def test_findings_say_what_the_model_answers(opened: Opener) -> None:
    model = opened("bert")
    passed = trace_pass(model, model.tokenizer.tokens(SENTENCE), (5,))
    finding = pass_finding(passed, 5, ANSWERS, masked=(5,))
    assert "“[MASK]”" in finding
    assert "“bank” (50.0%)" in finding
    assert "answer" not in pass_finding(passed, 5, ())
    unmasked = pass_finding(passed, 1, ANSWERS, masked=(5,))
    assert "“she”" in unmasked
    assert "“bank” (50.0%)" in unmasked
    assert "the answer is" in finding
    assert "the answer is" not in unmasked  # nothing was asked there


def test_only_what_differs_from_bert_is_named(opened: Opener) -> None:
    def texts(family: str) -> str:
        model = opened(family)
        return " ".join(difference_texts(trace_pass(model, model.tokenizer.tokens(SENTENCE)).facts))

    assert texts("bert") == ""
    assert "segment" in texts("distilbert")
    assert "same matrices" in texts("albert")
    assert all(words in texts("modernbert") for words in ("pre-norm", "gate", "rotating", "layer 2"))
    assert all(words in texts("gpt2") for words in ("before it", "decoder alone"))
