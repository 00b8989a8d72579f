"""A full queue, lost patience, a failure and an empty request harm nobody else, and a batcher holds on to nothing.

Nothing here sleeps: computations wait on events that the test sets once the queue stands as it should.
"""

import gc
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import MAX_BATCH_ROWS, MicroBatcher
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.user_errors import Busy
from tests.components.model.inference.stub_batches import BLOCKER, Gate, echo, ids, question, queued, stub
from tests.components.waiting import LONG_ENOUGH, until


def test_a_full_queue_refuses_at_once_and_answers_those_inside() -> None:
    gate, model = Gate(), stub()
    batcher = MicroBatcher(gate, max_waiting=2)
    with queued(gate, batcher, (model, [question(0)]), (model, [question(1)])) as request:
        with pytest.raises(Busy, match="Try again"):
            batcher(model, [question(2)])
        gate.opened.set()
        assert [ids(reply.result(LONG_ENOUGH)) for reply in request] == [[0], [1]]
    assert 2 not in [number for batch in gate.numbers for number in batch]
    assert ids(batcher(model, [question(3)])) == [3]


def test_patience_ends_and_later_requests_are_served() -> None:
    gate, model = Gate(), stub()
    batcher = MicroBatcher(gate, timeout_s=0.01)
    with pytest.raises(Busy, match="Try again"):
        batcher(model, [BLOCKER])
    with pytest.raises(Busy):  # given up before its turn came
        batcher(model, [question(1)])
    gate.opened.set()
    batcher._timeout_s = LONG_ENOUGH
    assert ids(batcher(model, [question(2)])) == [2]
    assert 1 not in [number for batch in gate.numbers for number in batch], "nobody computes what nobody waits for"


def test_of_five_hundred_at_once_each_gets_an_own_answer_or_is_told_to_wait() -> None:
    gate, model, everybody = Gate(), stub(), 500
    batcher, together = MicroBatcher(gate, max_waiting=64), threading.Barrier(everybody)

    def ask(number: int) -> list[int]:
        together.wait(LONG_ENOUGH)
        try:
            return ids(batcher(model, [question(number)]))
        except Busy:
            refused.append(number)
            return []

    refused: list[int] = []
    with ThreadPoolExecutor(everybody) as threads:
        request = [threads.submit(ask, number) for number in range(everybody)]
        until(lambda: len(refused) >= everybody - 2 * 64)  # told at once, while the first pass is still under way
        gate.opened.set()
        actual = [item.result(LONG_ENOUGH) for item in request]
    assert [number for number, answer in enumerate(actual) if answer not in ([number], [])] == []
    assert sum(map(len, actual)) + len(refused) == everybody
    assert sum(map(len, actual)) >= 64
    assert max(map(len, gate.numbers)) <= MAX_BATCH_ROWS


def test_what_goes_wrong_reaches_who_asked_and_the_next_is_served() -> None:
    def compute(_: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        if questions[0].ids[0] == 13:
            raise ValueError("thirteen")
        return [echo(request) for request in questions]

    batcher, model = MicroBatcher(compute), stub()
    with pytest.raises(ValueError, match="thirteen"):
        batcher(model, [question(13)])
    assert ids(batcher(model, [question(14)])) == [14]


def test_one_bad_request_does_not_fail_those_that_shared_its_batch() -> None:
    gate, model = Gate(), stub()

    def compute(opened: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        actual = gate(opened, questions)
        if any(request.ids[0] == 13 for request in questions):
            raise ValueError("thirteen")
        return actual

    batcher = MicroBatcher(compute)
    with queued(gate, batcher, *((model, [question(n)]) for n in (12, 13, 14))) as request:
        gate.opened.set()
        assert ids(request[0].result(LONG_ENOUGH)) == [12]
        with pytest.raises(ValueError, match="thirteen"):
            request[1].result(LONG_ENOUGH)
        assert ids(request[2].result(LONG_ENOUGH)) == [14]


def test_answers_that_are_too_few_are_an_error_and_never_somebody_elses() -> None:
    batcher = MicroBatcher(lambda _, questions: [echo(item) for item in questions][1:])
    with pytest.raises(RuntimeError, match="2 questions got 1 answers"):
        batcher(stub(), [question(1), question(2)])


def test_no_questions_get_no_answers_and_do_no_harm() -> None:
    batcher = MicroBatcher(lambda _, questions: [echo(item) for item in questions])
    assert batcher(stub(), []) == []
    assert ids(batcher(stub(), [question(1)])) == [1]


def test_an_idle_batcher_keeps_no_model_alive() -> None:
    batcher = MicroBatcher(lambda _, questions: [echo(item) for item in questions])
    model = stub()
    gone = weakref.ref(model)
    batcher(model, [question(1)])
    del model

    def collected() -> bool:
        gc.collect()
        return gone() is None

    until(collected)


def test_what_went_wrong_pins_no_tensors() -> None:
    held: list[weakref.ref[torch.Tensor]] = []

    def compute(_: OpenModel, __: Sequence[PredictionInput]) -> list[PredictionOutput]:
        large = torch.zeros(10)
        held.append(weakref.ref(large))
        raise MemoryError("too large")

    with pytest.raises(MemoryError) as caught:
        MicroBatcher(compute)(stub(), [question(1)])
    assert caught.value.__traceback__ is not None
    assert held[0]() is None
