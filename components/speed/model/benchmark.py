"""Two models timed against each other, run by run.

Both read the same ids, and they take turns: first, second, first, second. A machine that slows down, or that does
something else for a while, then does it to both. Every run is handed out as it is measured, so that a chart can grow
and whoever watches can stop it.
"""

import datetime
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from typing import Any, Protocol

import torch
from transformers import PreTrainedModel

from components.model.checkpoints.device import THREADS, Device, find_device, machine_description, supported_dtypes
from components.model.checkpoints.device_results import PeakPerformance
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.inference.memory import is_out_of_memory, release_cached_memory
from components.model.user_errors import UserError
from components.speed.model.cancellation import Cancelled, cancellable, raise_if_cancelled
from components.speed.model.flops import OperationCount, measure_peak
from components.speed.model.full_size_models import FolderOf, full_size_model
from components.speed.model.machine_load import LoadMonitor
from components.speed.model.memory import batch_too_large, check_memory, free_bytes, measure_memory
from components.speed.model.results import (
    BenchmarkEvent,
    BenchmarkSetup,
    CellResult,
    MeasuredRun,
    ModelTiming,
    SelfCheck,
    TimedModel,
    TimingResult,
)
from components.speed.model.spec import RUN_LIMIT, Benchmark, BenchmarkCell, validate
from components.speed.model.stopwatch import Stopwatch
from components.speed.model.summary import latency, speed_up
from components.speed.model.time_breakdown import time_breakdown

LONG_PASS = 0.3  # seconds: a longer one looks between its layers whether it is to stop
SELF_CHECK_CONFIDENCE = 0.99  # a 95% interval would miss by chance in one check of twenty
Times = tuple[list[float], list[float]]


class ModelBuilder(Protocol):
    """What makes a model ready."""

    def __call__(
        self, record: ModelRecord, folder_of: FolderOf, *, device: Device, dtype: str, attention: str
    ) -> tuple[PreTrainedModel, TimedModel]:
        """As :func:`~components.speed.model.full_size_models.full_size_model`."""
        ...


def run_benchmark(
    benchmark: Benchmark,
    folder_of: FolderOf,
    *,
    stop: threading.Event,
    passes: Callable[[], int] = lambda: 0,
    build: ModelBuilder = full_size_model,
) -> Iterator[BenchmarkEvent]:
    """What a benchmark finds, as it goes on: the models, then runs and cells, and the whole at the end.

    The models are let go of when it ends, however it ends.

    Args:
        benchmark: What is to be timed.
        folder_of: Where the weights of a model are on this machine, or None.
        stop: Once it is set, nothing more comes.
        passes: Counts other visitors' forward passes, to tell whether there were any.
        build: Makes a model ready.

    Raises:
        UserError: The benchmark cannot be run here.
        DoesNotFit: A batch needs more memory than there is. The next benchmark is not harmed by it.
    """
    device = find_device(validate(benchmark).device)
    if benchmark.dtype not in supported_dtypes(device):
        raise UserError(
            f"{device.id} does not support {benchmark.dtype}. Choose {' or '.join(supported_dtypes(device))}."
        )
    torch.set_num_threads(THREADS)  # small passes of visitors keep to one core, and torch remembers the last number
    bench = _Bench(benchmark, device, stop, passes)
    try:
        yield from bench.steps(folder_of, build)
    finally:
        release_cached_memory(device.torch_device)
    if bench.too_large is not None:
        raise bench.too_large


class _Bench:
    """One benchmark under way."""

    def __init__(self, benchmark: Benchmark, device: Device, stop: threading.Event, passes: Callable[[], int]) -> None:
        self._benchmark, self._device, self._stop, self._passes = benchmark, device, stop, passes
        self._place, self._watch = device.torch_device, Stopwatch(device.torch_device)
        self._cell = benchmark.cells[0]
        self.too_large: UserError | None = None

    def steps(self, folder_of: FolderOf, build: ModelBuilder) -> Iterator[BenchmarkEvent]:
        failed = False
        try:
            yield from self._all(folder_of, build)
        except Cancelled:
            pass
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            traceback.clear_frames(error.__traceback__)
            failed = True
        if failed:  # out here no traceback holds on to the tensors any more
            self.too_large = batch_too_large(self._cell, self._device.name)

    def _all(self, folder_of: FolderOf, build: ModelBuilder) -> Iterator[BenchmarkEvent]:
        asked = self._benchmark
        prepare = partial(build, folder_of=folder_of, device=self._device, dtype=asked.dtype, attention=asked.attention)
        records = model_record(asked.first), model_record(asked.second)
        built = [prepare(records[0])]
        raise_if_cancelled(self._stop)
        built.append(prepare(records[1]) if asked.second != asked.first else built[0])
        models = [model for model, _ in built]
        count = [OperationCount(model, folder_of(model)) for model in records]
        raise_if_cancelled(self._stop)
        best = measure_peak(self._place, getattr(torch, asked.dtype), self._watch)
        ready = BenchmarkSetup(machine_description(self._device), built[0][1], built[1][1], best)
        yield ready
        calls: list[Any] = [torch.compile(model) for model in models] if asked.compiled else models
        cells: list[CellResult] = []
        for cell in asked.cells:
            times: Times = ([], [])
            load = LoadMonitor(self._passes)
            yield from self._runs(cell, models, calls, times)
            found = load.load
            ids = self._ids(cell, models)
            both = [
                self._timed(cell, ids, model, call, seconds, operations(cell.batch, cell.length), best)
                for model, call, seconds, operations in zip(models, calls, times, count, strict=True)
            ]
            cells.append(CellResult(cell, both[0], both[1], speed_up(*times), found))
            yield cells[-1]
        check = self._self_check(models[0], calls[0])
        today = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        yield TimingResult(asked, ready, tuple(cells), check, today)

    def _runs(
        self, cell: BenchmarkCell, models: list[PreTrainedModel], calls: list[Any], times: Times
    ) -> Iterator[MeasuredRun]:
        """Measured runs of both models in turn, which are also kept in ``times``."""
        self._cell, asked = cell, self._benchmark
        raise_if_cancelled(self._stop)
        if self._place.type == "cpu":
            for model in models:
                check_memory(model, cell, free=free_bytes(), place=self._device.name)
        ids = self._ids(cell, models)
        longest = 0.0
        for _ in range(max(asked.warm_ups, 1)):
            for model, call in zip(models, calls, strict=True):
                with self._looking(model):
                    longest = self._watch(partial(self._first_pass, call, ids))
        with ExitStack() as hooks:
            if longest > LONG_PASS:
                for model in models:
                    hooks.enter_context(self._looking(model))
            while not self._enough(times):
                for which, call in enumerate(calls):
                    raise_if_cancelled(self._stop)
                    times[which].append(self._watch(partial(_forward, call, ids)))
                    yield MeasuredRun(cell, which, len(times[which]), times[which][-1])

    def _looking(self, model: PreTrainedModel) -> AbstractContextManager[None]:
        """A compiled model is left as it is: looking would break it up."""
        return nullcontext() if self._benchmark.compiled else cancellable(model, self._stop)

    def _enough(self, times: Times) -> bool:
        count, asked = len(times[1]), self._benchmark
        if count >= RUN_LIMIT:
            return True
        return count >= asked.least_count and sum(times[0]) + sum(times[1]) >= asked.least_seconds

    def _timed(
        self,
        cell: BenchmarkCell,
        ids: torch.Tensor,
        model: PreTrainedModel,
        call: Any,
        seconds: list[float],
        operations: int,
        best: PeakPerformance,
    ) -> ModelTiming:
        raise_if_cancelled(self._stop)
        found = latency(seconds, batch=cell.batch, length=cell.length)
        with self._looking(model):
            memory = measure_memory(partial(_forward, call, ids), self._place)
            # A compiled model has no modules left to put a clock at.
            parts = None if self._benchmark.compiled else time_breakdown(model, ids)
        return ModelTiming(
            tuple(seconds), found, memory, operations, operations / found.p50 / best.operations_per_second, parts
        )

    def _self_check(self, model: PreTrainedModel, call: Any) -> SelfCheck:
        times: Times = ([], [])
        cell = self._benchmark.cells[0]
        for _ in self._runs(cell, [model, model], [call, call], times):
            pass
        ratio = speed_up(*times, confidence=SELF_CHECK_CONFIDENCE)
        return SelfCheck(cell, ratio, len(times[0]), SELF_CHECK_CONFIDENCE)

    def _ids(self, cell: BenchmarkCell, models: list[PreTrainedModel]) -> torch.Tensor:
        """Ids that every model knows, the same for all; the first ones of a vocabulary have meanings of their own."""
        most = min(int(model.config.vocab_size) for model in models)
        generator = torch.Generator().manual_seed(0)
        ids = torch.randint(min(1000, most // 2), most, (cell.batch, cell.length), generator=generator)
        return ids.to(self._place)

    def _first_pass(self, call: Any, ids: torch.Tensor) -> None:
        """A warm-up, which is when a compiled model is compiled."""
        try:
            _forward(call, ids)
        except Exception as error:
            if not self._benchmark.compiled or isinstance(error, Cancelled) or is_out_of_memory(error):
                raise
            raise UserError("These models cannot be compiled on this machine. Switch torch.compile off.") from error


@torch.inference_mode()
def _forward(call: Any, ids: torch.Tensor) -> None:
    call(input_ids=ids)
