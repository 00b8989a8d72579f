"""A benchmark can be stopped, lets its models go however it ends, and one that is too large harms nobody after it."""

import gc
import threading
from typing import Any

import pytest
import torch
from transformers import PreTrainedModel

from components.model.user_errors import UserError
from components.speed.model.cancellation import Cancelled, cancellable
from components.speed.model.memory import BatchTooLarge
from components.speed.model.results import BenchmarkEvent, CellResult, MeasuredRun, TimedModel, TimingResult
from components.speed.model.spec import Benchmark, BenchmarkCell
from tests.components.small_models import small
from tests.components.speed.model.small_benchmark import SMALL, Builder, steps

pytestmark = pytest.mark.usefixtures("quickly")


@pytest.mark.parametrize("after", [0, 1, 5])
def test_nothing_more_comes_after_a_stop(after: int) -> None:
    stop = threading.Event()
    heard: list[BenchmarkEvent] = []
    for step in steps(SMALL, Builder(), stop):
        heard.append(step)
        if sum(isinstance(each, MeasuredRun) for each in heard) == after:
            stop.set()
    assert sum(isinstance(step, MeasuredRun) for step in heard) == after
    assert not any(isinstance(step, TimingResult) for step in heard)


def test_a_long_pass_ends_at_its_next_layer() -> None:
    model, _ = small("bert")
    stop = threading.Event()
    begun: list[int] = []
    for number, layer in enumerate(model.bert.encoder.layer):

        def enter(*_: Any, number: int = number) -> None:
            begun.append(number)
            stop.set()

        layer.register_forward_hook(enter)
    with cancellable(model, stop), pytest.raises(Cancelled):
        model(input_ids=torch.full((1, 4), 5))
    assert begun == [0]
    assert not any(layer._forward_pre_hooks for layer in model.bert.encoder.layer)


@pytest.mark.parametrize("ended", ["done", "stopped", "closed", "too large"])
def test_models_are_let_go_of(ended: str) -> None:
    builder = Builder(too_large=2 if ended == "too large" else None)
    stop = threading.Event()
    found = steps(SMALL, builder, stop)
    if ended == "closed":
        next(step for step in found if isinstance(step, MeasuredRun))
        found.close()  # type: ignore[attr-defined]
    elif ended == "too large":
        with pytest.raises(BatchTooLarge):
            list(found)
    else:
        for step in found:
            if ended == "stopped" and isinstance(step, MeasuredRun):
                stop.set()
    builder.given.clear()
    gc.collect()
    assert [kept() for kept in builder.references] == [None, None]


def test_a_batch_that_is_too_large_is_told_and_the_next_benchmark_works() -> None:
    heard: list[BenchmarkEvent] = []
    with pytest.raises(BatchTooLarge, match="batch of 2 with 4 tokens each does not fit") as told_so:
        heard.extend(steps(SMALL, Builder(too_large=2)))
    # Nothing that holds on to tensors comes along.
    assert told_so.value.__context__ is None
    assert told_so.value.__cause__ is None
    before = [step.cell for step in heard if isinstance(step, CellResult)]
    assert before == [BenchmarkCell(1, 4), BenchmarkCell(1, 8)]
    assert isinstance(list(steps(SMALL, Builder()))[-1], TimingResult)


def test_other_trouble_is_not_called_a_lack_of_memory() -> None:
    class Broken(Builder):
        def __call__(self, *_: Any, **__: Any) -> tuple[PreTrainedModel, TimedModel]:
            raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        list(steps(SMALL, Broken()))


@pytest.mark.parametrize(
    ("change", "words"),
    [({"dtype": "float16"}, "does not support float16"), ({"device": "cuda:7"}, "not have that device")],
)
def test_what_this_machine_cannot_do_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        list(steps(Benchmark(**{**vars(SMALL), **change}), Builder()))
