"""A batcher's questions, answers and computations where no model computes, and the gate that holds them back."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import MicroBatcher
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from tests.components.waiting import LONG_ENOUGH, until

BLOCKER = PredictionInput((999,), (0,))


class Stub:
    """Stands in for a model that is never computed with."""


def stub() -> OpenModel:
    return cast("OpenModel", Stub())


def question(number: int, length: int = 4) -> PredictionInput:
    return PredictionInput((number,) * length, (0,))


def echo(item: PredictionInput) -> PredictionOutput:
    number = torch.tensor([item.ids[0]])
    return PredictionOutput(number, number, number, None, None)


class Gate:
    """A compute function that holds its first batch until it is opened, and remembers every batch."""

    def __init__(self) -> None:
        self.entered, self.opened = threading.Event(), threading.Event()
        self.calls: list[tuple[OpenModel, list[PredictionInput]]] = []

    def __call__(self, model: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        self.calls.append((model, list(questions)))
        self.entered.set()
        assert self.opened.wait(LONG_ENOUGH)
        return [echo(request) for request in questions]

    @property
    def numbers(self) -> list[list[int]]:
        return [[request.ids[0] for request in questions] for _, questions in self.calls]


@contextmanager
def queued(
    gate: Gate, batcher: MicroBatcher, *requests: tuple[OpenModel, list[PredictionInput]]
) -> Iterator[list[Future[Any]]]:
    """Requests that queued up in this order behind a batch being computed."""
    with ThreadPoolExecutor(len(requests) + 1) as pool:
        blocker = pool.submit(batcher, stub(), [BLOCKER])
        assert gate.entered.wait(LONG_ENOUGH)
        request = []
        for number, (model, questions) in enumerate(requests, start=1):
            request.append(pool.submit(batcher, model, questions))
            until(lambda number=number: batcher._waiting.qsize() == number)
        try:
            yield request
        finally:
            gate.opened.set()
        blocker.result(LONG_ENOUGH)


def ids(outputs: list[PredictionOutput]) -> list[int]:
    return [int(answer.top_ids[0]) for answer in outputs]
