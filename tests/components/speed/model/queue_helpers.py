"""Helpers for tests of the benchmark queue: a fake benchmark under control, and a manual clock."""

import threading
from collections.abc import Iterator
from dataclasses import replace

from components.speed.model.queue import BenchmarkQueue, BenchmarkState
from components.speed.model.results import BenchmarkEvent, MeasuredRun
from components.speed.model.spec import Benchmark
from tests.components.speed.model.timed_results import cell_result, ready, timing_result
from tests.components.waiting import LONG_ENOUGH, until

BENCHMARK = Benchmark(batches=(1, 2), lengths=(16,), least_count=5, least_seconds=0.0)


class FakeRunner:
    """A fake benchmark runner, which pauses after two runs until ``go`` is set."""

    def __init__(self, *, error: Exception | None = None) -> None:
        self.error = error
        self.go = threading.Event()
        self.active = self.max_active = 0
        self.order: list[Benchmark] = []

    def __call__(self, benchmark: Benchmark, stop: threading.Event) -> Iterator[BenchmarkEvent]:
        self.active += 1
        self.max_active = max(self.max_active, self.active)
        self.order.append(benchmark)
        try:
            yield ready()
            yield MeasuredRun(benchmark.cells[0], 0, 1, 0.5)
            yield MeasuredRun(benchmark.cells[0], 1, 1, 0.25)
            assert self.go.wait(LONG_ENOUGH)
            if self.error is not None:
                raise self.error
            if stop.is_set():
                return
            for cell in benchmark.cells:
                yield cell_result(cell)
            yield replace(timing_result(), benchmark=benchmark)
        finally:
            self.active -= 1


class ManualClock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def job_state(queue: BenchmarkQueue, number: int) -> BenchmarkState:
    state = queue.state(number)
    assert state is not None
    return state


def wait_until_running(queue: BenchmarkQueue, number: int) -> None:
    until(lambda: len(job_state(queue, number).runs) == 2)


def wait_until_ended(queue: BenchmarkQueue, number: int) -> BenchmarkState:
    until(lambda: not job_state(queue, number).active)
    return job_state(queue, number)


def benchmark_variant(number: int) -> Benchmark:
    return replace(BENCHMARK, warm_ups=number)
