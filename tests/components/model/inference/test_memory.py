"""Memory that runs out in a pass is told to who asked, given back, and nobody else's trouble."""

import gc
import weakref

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import QueuedRequest, reply_to_batch
from components.model.inference.engine import Engine
from components.model.inference.forward import predict_batch, trace
from components.model.inference.memory import OutOfMemory, is_out_of_memory, reports_out_of_memory
from components.model.inference.prediction import predictions
from components.model.inference.prediction_io import PredictionInput
from tests.components.failing_passes import failing

SENTENCE = "The old man saw the [MASK] near the river."
ERRORS = [
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
    MemoryError(),
    RuntimeError("[enforce fail at alloc_cpu.cpp:121] err == 0. DefaultCPUAllocator: can't allocate memory"),
    RuntimeError("MPS backend out of memory"),
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(weights_folder)


@pytest.mark.parametrize("error", ERRORS)
def test_lack_of_memory_is_recognised(error: Exception) -> None:
    assert is_out_of_memory(error)


@pytest.mark.parametrize("error", [RuntimeError("expected scalar type"), ValueError("out of memory"), KeyError("x")])
def test_other_errors_are_not_taken_for_it(error: Exception) -> None:
    assert not is_out_of_memory(error)


def test_a_real_one_is_recognised() -> None:
    with pytest.raises(RuntimeError) as text:
        torch.empty(2**60, dtype=torch.uint8)
    assert is_out_of_memory(text.value)


@pytest.mark.thorough
@pytest.mark.parametrize("error", ERRORS)
def test_who_asked_is_told_in_words_and_the_next_is_served(engine: Engine, error: Exception) -> None:
    opened, tokens = engine.read("pocket-bert", SENTENCE)
    inside, read = engine.inspect("pocket-bert", SENTENCE)
    with failing(opened, error), pytest.raises(OutOfMemory, match=r"not enough memory .* your sentence is kept"):
        predictions(opened, tokens)
    with failing(inside, error), pytest.raises(OutOfMemory):
        trace(inside, read)
    assert predictions(opened, tokens).masks
    assert trace(inside, read).attention.size


def test_where_all_together_are_too_much_each_is_served_alone(engine: Engine) -> None:
    opened, tokens = engine.read("pocket-bert", SENTENCE)
    with failing(opened, ERRORS[0], longer_than=1):
        requests = [QueuedRequest(opened, [PredictionInput(tokens.ids, tokens.typed_masks)]) for _ in range(3)]
        reply_to_batch(predict_batch, requests)
    (alone,) = predict_batch(opened, requests[0].inputs)
    for request in requests:
        assert torch.equal(request.reply.result(0)[0].top_ids, alone.top_ids)


def test_other_errors_come_out_as_they_are(engine: Engine) -> None:
    opened, tokens = engine.read("pocket-bert", SENTENCE)
    with failing(opened, KeyError("x")), pytest.raises(KeyError):
        predictions(opened, tokens)


def test_what_ran_out_holds_no_tensor_while_it_is_told(engine: Engine) -> None:
    held: list[weakref.ref[torch.Tensor]] = []

    @reports_out_of_memory
    def greedy(_: OpenModel) -> None:
        large = torch.zeros(10)
        held.append(weakref.ref(large))
        raise torch.OutOfMemoryError

    with pytest.raises(OutOfMemory) as text:
        greedy(engine.open_model("pocket-bert"))
    gc.collect()
    assert held[0]() is None
    assert text.value.__context__ is None
