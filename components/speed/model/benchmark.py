"""Benchmark of two models, run by run.

Both models read the same ids and run in turn: first, second, first, second. If the machine slows down for a while, both
are affected. Every run is yielded as soon as it is measured, so that a chart can grow and the benchmark can be stopped.
"""

import datetime
import threading
import time
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
from components.speed.model.summary import latency, speed_up
from components.speed.model.time_breakdown import time_breakdown

LONG_PASS = 0.3  # seconds: a longer pass checks between its layers whether it should stop
SELF_CHECK_CONFIDENCE = 0.99  # a 95% interval would fail one check in twenty by chance
Times = tuple[list[float], list[float]]


class ModelBuilder(Protocol):
    """A function that builds or loads a model for a benchmark."""

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
    """Run a benchmark and yield its events: the setup, then runs and finished cells, and the whole result at the end.

    The models are released when it ends, however it ends.

    Args:
        benchmark: The models, the input shapes and all other conditions.
        folder_of: Returns the folder with the weights of a model on this machine, or None.
        stop: Nothing more is yielded once it is set.
        passes: Returns the number of other visitors' forward passes so far.
        build: Builds or loads a model.

    Raises:
        UserError: The benchmark cannot be run on this machine.
        BatchTooLarge: A batch needs more memory than there is; later benchmarks can still be run.
    """
    device = find_device(validate(benchmark).device)
    if benchmark.dtype not in supported_dtypes(device):
        raise UserError(
            f"{device.id} does not support {benchmark.dtype}. Choose {' or '.join(supported_dtypes(device))}."
        )
    torch.set_num_threads(THREADS)  # visitors' small passes use one core, and the setting is global
    bench = _BenchmarkRun(benchmark, device, stop, passes)
    try:
        yield from bench.steps(folder_of, build)
    finally:
        release_cached_memory(device.torch_device)
    if bench.too_large is not None:
        raise bench.too_large


class _BenchmarkRun:
    """A benchmark that is being run."""

    def __init__(self, benchmark: Benchmark, device: Device, stop: threading.Event, passes: Callable[[], int]) -> None:
        self._benchmark, self._device, self._stop, self._passes = benchmark, device, stop, passes
        self._torch_device, self._stopwatch = device.torch_device, Stopwatch(device.torch_device)
        self._cell = benchmark.cells[0]
        self.too_large: UserError | None = None

    def steps(self, folder_of: FolderOf, build: ModelBuilder) -> Iterator[BenchmarkEvent]:
        failed = False
        try:
            yield from self._run_all(folder_of, build)
        except Cancelled:
            pass
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            traceback.clear_frames(error.__traceback__)
            failed = True
        if failed:  # outside the handler, where no traceback keeps the tensors alive
            self.too_large = batch_too_large(self._cell, self._device.name)

    def _run_all(self, folder_of: FolderOf, build: ModelBuilder) -> Iterator[BenchmarkEvent]:
        benchmark = self._benchmark
        build_model = partial(
            build, folder_of=folder_of, device=self._device, dtype=benchmark.dtype, attention=benchmark.attention
        )
        records = model_record(benchmark.first), model_record(benchmark.second)
        built = [build_model(records[0])]
        raise_if_cancelled(self._stop)
        built.append(build_model(records[1]) if benchmark.second != benchmark.first else built[0])
        models = [model for model, _ in built]
        operation_counts = [OperationCount(model, folder_of(model)) for model in records]
        raise_if_cancelled(self._stop)
        device_peak = measure_peak(self._torch_device, getattr(torch, benchmark.dtype), self._stopwatch)
        setup = BenchmarkSetup(machine_description(self._device), built[0][1], built[1][1], device_peak)
        yield setup
        callables: list[Any] = [torch.compile(model) for model in models] if benchmark.compiled else models
        cells: list[CellResult] = []
        for cell in benchmark.cells:
            times: Times = ([], [])
            monitor = LoadMonitor(self._passes)
            yield from self._measure_runs(cell, models, callables, times)
            machine_load = monitor.load
            ids = self._random_ids(cell, models)
            timings = [
                self._time_model(cell, ids, model, call, seconds, operations(cell.batch, cell.length), device_peak)
                for model, call, seconds, operations in zip(models, callables, times, operation_counts, strict=True)
            ]
            cells.append(CellResult(cell, timings[0], timings[1], speed_up(*times), machine_load))
            yield cells[-1]
        check = self._self_check(models[0], callables[0])
        today = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        yield TimingResult(benchmark, setup, tuple(cells), check, today)

    def _measure_runs(
        self, cell: BenchmarkCell, models: list[PreTrainedModel], callables: list[Any], times: Times
    ) -> Iterator[MeasuredRun]:
        """Measure both models in turn; yields every run and appends its seconds to ``times``."""
        self._cell, benchmark = cell, self._benchmark
        raise_if_cancelled(self._stop)
        if self._torch_device.type == "cpu":
            for model in models:
                check_memory(model, cell, free=free_bytes(), place=self._device.name)
        ids = self._random_ids(cell, models)
        pass_seconds = 0.0
        for _ in range(max(benchmark.warm_ups, 1)):
            for model, call in zip(models, callables, strict=True):
                with self._cancellable(model):
                    pass_seconds = self._stopwatch(partial(self._first_pass, call, ids))
        with ExitStack() as hooks:
            if pass_seconds > LONG_PASS:
                for model in models:
                    hooks.enter_context(self._cancellable(model))
            while not self._has_enough_runs(times):
                for which, call in enumerate(callables):
                    raise_if_cancelled(self._stop)
                    times[which].append(self._stopwatch(partial(_forward, call, ids)))
                    yield MeasuredRun(cell, which, len(times[which]), times[which][-1])

    def _cancellable(self, model: PreTrainedModel) -> AbstractContextManager[None]:
        """Make passes of ``model`` cancellable, unless it is compiled: hooks would cause graph breaks."""
        return nullcontext() if self._benchmark.compiled else cancellable(model, self._stop)

    def _has_enough_runs(self, times: Times) -> bool:
        count, benchmark = len(times[1]), self._benchmark
        if count >= RUN_LIMIT:
            return True
        return count >= benchmark.least_count and sum(times[0]) + sum(times[1]) >= benchmark.least_seconds

    def _time_model(
        self,
        cell: BenchmarkCell,
        ids: torch.Tensor,
        model: PreTrainedModel,
        call: Any,
        seconds: list[float],
        operations: int,
        device_peak: PeakPerformance,
    ) -> ModelTiming:
        raise_if_cancelled(self._stop)
        latencies = latency(seconds, batch=cell.batch, length=cell.length)
        with self._cancellable(model):
            memory = measure_memory(partial(_forward, call, ids), self._torch_device)
            # A compiled model has no modules to hook.
            parts = None if self._benchmark.compiled else time_breakdown(model, ids)
        return ModelTiming(
            tuple(seconds),
            latencies,
            memory,
            operations,
            operations / latencies.p50 / device_peak.operations_per_second,
            parts,
        )

    def _self_check(self, model: PreTrainedModel, call: Any) -> SelfCheck:
        times: Times = ([], [])
        cell = self._benchmark.cells[0]
        for _ in self._measure_runs(cell, [model, model], [call, call], times):
            pass
        ratio = speed_up(*times, confidence=SELF_CHECK_CONFIDENCE)
        return SelfCheck(cell, ratio, len(times[0]), SELF_CHECK_CONFIDENCE)

    def _random_ids(self, cell: BenchmarkCell, models: list[PreTrainedModel]) -> torch.Tensor:
        """Random ids that are valid for every model, without the first ones, which may be special tokens."""
        vocabulary_size = min(int(model.config.vocab_size) for model in models)
        generator = torch.Generator().manual_seed(0)
        ids = torch.randint(
            min(1000, vocabulary_size // 2), vocabulary_size, (cell.batch, cell.length), generator=generator
        )
        return ids.to(self._torch_device)

    def _first_pass(self, call: Any, ids: torch.Tensor) -> None:
        """One warm-up pass; the first one compiles a compiled model."""
        try:
            _forward(call, ids)
        except Exception as error:
            if not self._benchmark.compiled or isinstance(error, Cancelled) or is_out_of_memory(error):
                raise
            raise UserError("These models cannot be compiled on this machine. Switch torch.compile off.") from error


@torch.inference_mode()
def _forward(call: Any, ids: torch.Tensor) -> None:
    call(input_ids=ids)


class Stopwatch:
    """Times work on one device."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def __call__(self, work: Callable[[], object]) -> float:
        """Run ``work`` and return the seconds it took."""
        if self._device.type == "cuda":
            with torch.cuda.device(self._device):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                work()
                end.record()
                end.synchronize()
                return float(begin.elapsed_time(end)) / 1e3
        self.wait()
        started = time.perf_counter()
        work()
        self.wait()
        return time.perf_counter() - started

    def wait(self) -> None:
        """Wait until the device has finished all its work."""
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
        elif self._device.type == "mps":
            torch.mps.synchronize()
