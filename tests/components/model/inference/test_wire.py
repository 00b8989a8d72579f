"""Questions and answers are the same after a journey, and nothing else is taken for them."""

import json

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.model.inference.forward import predict_batch
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.inference.wire import decode_outputs, decode_request, encode_outputs, encode_request
from tests.components.conftest import Opener


@st.composite
def questions(draw: st.DrawFn) -> PredictionInput:
    ids = tuple(draw(st.lists(st.integers(0, 30_000), min_size=1, max_size=8)))
    positions = tuple(draw(st.lists(st.integers(0, len(ids) - 1), max_size=4)))
    targets = draw(st.none() | st.just(tuple(range(len(positions)))))
    return PredictionInput(ids, positions, targets, draw(st.booleans()), draw(st.floats(0.1, 5.0)))


@given(st.lists(questions(), max_size=4), st.text(max_size=30))
def test_questions_arrive_as_they_were(questions_sent: list[PredictionInput], model_id: str) -> None:
    body = encode_request(model_id, questions_sent)
    assert decode_request(body) == (model_id, questions_sent)


def test_answers_arrive_as_they_were(opened: Opener) -> None:
    model = opened()
    request = [
        PredictionInput((2, 4, 5, 3), (1, 2), (7, 8), full_distribution=True),
        PredictionInput((2, 5, 4, 6, 3), (2,)),
    ]
    sent = predict_batch(model, request)
    for first, other in zip(decode_outputs(encode_outputs(sent), len(request)), sent, strict=True):
        for part in ("top_ids", "top_probabilities", "entropy", "log_probability", "rank", "distribution"):
            ours, theirs = getattr(first, part), getattr(other, part)
            assert (ours is None) == (theirs is None)
            if ours is not None:
                torch.testing.assert_close(ours, theirs, atol=0, rtol=0)


GOOD = {"ids": [2, 4, 3], "positions": [1], "targets": None, "full_distribution": False, "temperature": 1.0}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x80\x04.",
        b"[]",
        b"[" * 100_000,
        json.dumps({"model": "x"}).encode(),
        *(
            json.dumps({"model": "x", "questions": [GOOD | change]}).encode()
            for change in (
                {"positions": [3]},
                {"positions": [-1]},
                {"ids": []},
                {"targets": [1, 2]},
                {"more": 1},
                {"ids": "abc"},
                {"temperature": None},
            )
        ),
    ],
)
def test_what_is_no_question_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="expected questions"):
        decode_request(body)


@given(st.binary(max_size=200))
def test_what_is_no_answer_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="expected"):
        decode_outputs(body, 1)


def test_an_answer_too_few_is_refused() -> None:
    answers = torch.zeros(1, 1)
    body = encode_outputs([PredictionOutput(answers, answers, answers[0], None, None)])
    with pytest.raises(ValueError, match="expected 2 answers"):
        decode_outputs(body, 2)
