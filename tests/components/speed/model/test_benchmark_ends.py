"""A benchmark can be stopped, always releases its models, and recovers from a lack of memory."""

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
from tests.components.speed.model.small_benchmark import SMALL, SmallModelBuilder, benchmark_events

pytestmark = pytest.mark.usefixtures("quickly")


@pytest.mark.thorough
@pytest.mark.parametrize("after", [0, 1, 5])
def test_nothing_is_yielded_after_a_stop(after: int) -> None:
    stop = threading.Event()
    events: list[BenchmarkEvent] = []
    for event in benchmark_events(SMALL, SmallModelBuilder(), stop):
        events.append(event)
        if sum(isinstance(each, MeasuredRun) for each in events) == after:
            stop.set()
    assert sum(isinstance(event, MeasuredRun) for event in events) == after
    assert not any(isinstance(event, TimingResult) for event in events)


def test_a_long_pass_ends_at_its_next_layer() -> None:
    model, _ = small("bert")
    stop = threading.Event()
    layers_run: list[int] = []
    for number, layer in enumerate(model.bert.encoder.layer):

        def stop_after_layer(*_: Any, number: int = number) -> None:
            layers_run.append(number)
            stop.set()

        layer.register_forward_hook(stop_after_layer)
    with cancellable(model, stop), pytest.raises(Cancelled):
        model(input_ids=torch.full((1, 4), 5))
    assert layers_run == [0]
    assert not any(layer._forward_pre_hooks for layer in model.bert.encoder.layer)


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ["done", "stopped", "closed", "too large"])
def test_models_are_released(ending: str) -> None:
    builder = SmallModelBuilder(too_large=2 if ending == "too large" else None)
    stop = threading.Event()
    events = benchmark_events(SMALL, builder, stop)
    if ending == "closed":
        next(event for event in events if isinstance(event, MeasuredRun))
        events.close()  # type: ignore[attr-defined]
    elif ending == "too large":
        with pytest.raises(BatchTooLarge):
            list(events)
    else:
        for event in events:
            if ending == "stopped" and isinstance(event, MeasuredRun):
                stop.set()
    builder.inputs.clear()
    gc.collect()
    assert [reference() for reference in builder.references] == [None, None]


def test_a_too_large_batch_is_an_error_and_the_next_benchmark_works() -> None:
    events: list[BenchmarkEvent] = []
    with pytest.raises(BatchTooLarge, match="batch of 2 with 4 tokens each does not fit") as error:
        events.extend(benchmark_events(SMALL, SmallModelBuilder(too_large=2)))
    # No chained exception keeps tensors alive.
    assert error.value.__context__ is None
    assert error.value.__cause__ is None
    before = [event.cell for event in events if isinstance(event, CellResult)]
    assert before == [BenchmarkCell(1, 4), BenchmarkCell(1, 8)]
    assert isinstance(list(benchmark_events(SMALL, SmallModelBuilder()))[-1], TimingResult)


def test_other_errors_are_not_reported_as_lack_of_memory() -> None:
    class BrokenBuilder(SmallModelBuilder):
        def __call__(self, *_: Any, **__: Any) -> tuple[PreTrainedModel, TimedModel]:
            raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        list(benchmark_events(SMALL, BrokenBuilder()))


@pytest.mark.parametrize(
    ("change", "words"),
    [({"dtype": "float16"}, "does not support float16"), ({"device": "cuda:7"}, "not have that device")],
)
def test_unsupported_conditions_are_an_error(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        list(benchmark_events(Benchmark(**{**vars(SMALL), **change}), SmallModelBuilder()))
