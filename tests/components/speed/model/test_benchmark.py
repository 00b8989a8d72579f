"""Two models take turns, can be stopped, and are let go of; a batch that is too large harms nobody after it."""

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import PreTrainedModel

from components.model.checkpoints.device import THREADS, Device
from components.model.checkpoints.records import ModelRecord
from components.model.user_errors import UserError
from components.speed.model.benchmark import timing
from components.speed.model.cancellation import Cancelled, cancellable
from components.speed.model.full_size_models import FolderOf
from components.speed.model.memory import DoesNotFit
from components.speed.model.results import CellResult, Ready, Run, Step, TimedModel, TimingResult
from components.speed.model.spec import LEAST_RUNS, Benchmark, Cell
from tests.components.small_models import small
from tests.components.speed.model.timed_results import timed_model

SMALL = Benchmark(
    first="pocket-bert",
    second="pocket-distilbert",
    device="cpu",
    batches=(1, 2),
    lengths=(4, 8),
    least_count=6,
    least_seconds=0.0,
    warm_ups=2,
)


def nowhere(_: ModelRecord) -> Path | None:
    return None


@pytest.fixture(autouse=True, scope="module")
def quickly() -> Iterator[None]:
    """What the processor can do at best is not what is tested here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("components.speed.model.flops.PEAK_SIZES", {"cpu": 32})
        yield


class Builder:
    """Builds small models in place of those that are asked for, and sees what they are given."""

    def __init__(self, *, too_large: int | None = None) -> None:
        self._too_large = too_large
        self.built: list[str] = []
        self.given: list[tuple[str, torch.Tensor]] = []
        self.kept: list[weakref.ref[PreTrainedModel]] = []

    def __call__(
        self, record: ModelRecord, folder_of: FolderOf, *, device: Device, dtype: str, attention: str
    ) -> tuple[PreTrainedModel, TimedModel]:
        model, _ = small("distilbert" if "distil" in record.id else "bert")

        def look(module: Any, _: Any, given: dict[str, torch.Tensor]) -> None:
            ids = given["input_ids"]
            self.given.append((record.id, ids))
            if self._too_large is not None and len(ids) >= self._too_large:
                raise torch.OutOfMemoryError("CUDA out of memory")

        model.register_forward_pre_hook(look, with_kwargs=True)
        self.built.append(record.id)
        self.kept.append(weakref.ref(model))
        return model, timed_model(record.id, parameters=10)


def steps(benchmark: Benchmark, builder: Builder, stop: threading.Event | None = None) -> Iterator[Step]:
    return timing(benchmark, nowhere, stop=stop or threading.Event(), build=builder)


@pytest.fixture(scope="module")
def told() -> tuple[list[Step], Builder]:
    builder = Builder()
    return list(steps(SMALL, builder)), builder


def test_models_come_first_then_every_cell_and_the_whole_at_the_end(told: tuple[list[Step], Builder]) -> None:
    found, _ = told
    assert isinstance(found[0], Ready)
    assert isinstance(found[-1], TimingResult)
    cells = [step for step in found if isinstance(step, CellResult)]
    assert tuple(cell.cell for cell in cells) == SMALL.cells
    assert found[-1].cells == tuple(cells)
    assert found[-1].benchmark == SMALL


def test_models_take_turns(told: tuple[list[Step], Builder]) -> None:
    runs = [step for step in told[0] if isinstance(step, Run)]
    for cell in SMALL.cells:
        here = [run for run in runs if run.cell == cell]
        assert [run.model for run in here] == [0, 1] * (len(here) // 2)
        assert [run.number for run in here] == [1 + place // 2 for place in range(len(here))]


def test_every_run_that_was_told_counts_and_there_are_enough(told: tuple[list[Step], Builder]) -> None:
    found, _ = told
    for result in (step for step in found if isinstance(step, CellResult)):
        for which, timed in enumerate(result.both):
            runs = [step for step in found if isinstance(step, Run) and step.cell == result.cell]
            assert timed.times == tuple(run.seconds for run in runs if run.model == which)
            assert timed.latency.count == len(timed.times) == SMALL.least_count
            assert timed.memory.peak_bytes
            assert timed.operations > 0


def test_a_cell_goes_on_until_it_took_long_enough_or_has_very_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.MOST_RUNS", 20)
    endless = Benchmark(
        first="pocket-bert",
        second="pocket-bert",
        device="cpu",
        batches=(1,),
        lengths=(2,),
        least_count=LEAST_RUNS,
        least_seconds=60.0,
        warm_ups=0,
    )
    stop = threading.Event()
    count = 0
    for step in steps(endless, Builder(), stop):
        count += isinstance(step, Run)
        if isinstance(step, CellResult):
            stop.set()
    assert count == 2 * 20


def test_both_models_read_the_same(told: tuple[list[Step], Builder]) -> None:
    given = told[1].given
    for cell in SMALL.cells:
        shape = (cell.batch, cell.length)
        by_model = {name: ids for name, ids in given if tuple(ids.shape) == shape}
        assert torch.equal(by_model["pocket-bert"], by_model["pocket-distilbert"])


def test_warm_ups_come_before_what_counts() -> None:
    builder = Builder()
    found = steps(SMALL, builder)
    next(step for step in found if isinstance(step, Run))
    assert [name for name, _ in builder.given] == ["pocket-bert", "pocket-distilbert"] * 2 + ["pocket-bert"]


def test_the_check_is_the_first_model_against_itself(told: tuple[list[Step], Builder]) -> None:
    found, builder = told
    assert isinstance(found[-1], TimingResult)
    check = found[-1].self_check
    assert check.cell == SMALL.cells[0]
    assert check.count == SMALL.least_count
    assert check.passed is (check.ratio.low <= 1.0 <= check.ratio.high)
    assert [name for name, _ in builder.given][-2 * check.count :] == ["pocket-bert"] * 2 * check.count


def test_a_model_against_itself_is_built_once() -> None:
    builder = Builder()
    again = Benchmark(**{**vars(SMALL), "second": SMALL.first, "batches": (1,), "lengths": (4,)})
    assert isinstance(list(steps(again, builder))[-1], TimingResult)
    assert builder.built == ["pocket-bert"]


@pytest.mark.parametrize("after", [0, 1, 5])
def test_nothing_more_comes_after_a_stop(after: int) -> None:
    stop = threading.Event()
    heard: list[Step] = []
    for step in steps(SMALL, Builder(), stop):
        heard.append(step)
        if sum(isinstance(each, Run) for each in heard) == after:
            stop.set()
    assert sum(isinstance(step, Run) for step in heard) == after
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
        next(step for step in found if isinstance(step, Run))
        found.close()  # type: ignore[attr-defined]
    elif ended == "too large":
        with pytest.raises(DoesNotFit):
            list(found)
    else:
        for step in found:
            if ended == "stopped" and isinstance(step, Run):
                stop.set()
    builder.given.clear()
    gc.collect()
    assert [kept() for kept in builder.kept] == [None, None]


def test_a_batch_that_is_too_large_is_told_and_the_next_benchmark_works() -> None:
    heard: list[Step] = []
    with pytest.raises(DoesNotFit, match="batch of 2 with 4 tokens each does not fit") as told_so:
        heard.extend(steps(SMALL, Builder(too_large=2)))
    # Nothing that holds on to tensors comes along.
    assert told_so.value.__context__ is None
    assert told_so.value.__cause__ is None
    before = [step.cell for step in heard if isinstance(step, CellResult)]
    assert before == [Cell(1, 4), Cell(1, 8)]
    assert isinstance(list(steps(SMALL, Builder()))[-1], TimingResult)


def test_other_trouble_is_not_called_a_lack_of_memory() -> None:
    class Broken(Builder):
        def __call__(self, *_: Any, **__: Any) -> tuple[PreTrainedModel, TimedModel]:
            raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        list(steps(SMALL, Broken()))


@pytest.mark.parametrize(
    ("change", "words"),
    [({"dtype": "float16"}, "does not compute in float16"), ({"device": "cuda:7"}, "no such device")],
)
def test_what_this_machine_cannot_do_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        list(steps(Benchmark(**{**vars(SMALL), **change}), Builder()))


def test_real_models_of_the_registry_are_timed() -> None:
    from components.model.checkpoints.availability import weights_folder

    small_grid = Benchmark(**{**vars(SMALL), "batches": (1,), "lengths": (4,), "least_count": LEAST_RUNS})
    last = list(timing(small_grid, weights_folder, stop=threading.Event()))[-1]
    assert isinstance(last, TimingResult)
    assert [model.random for model in last.models] == [False, False]
    assert last.models[0].parameters > last.models[1].parameters


def test_visitors_small_passes_leave_it_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.THREADS", 2)
    torch.set_num_threads(1)
    try:
        next(steps(SMALL, Builder()))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(THREADS)
