"""A queue of benchmarks that go on when they are told to, and a clock turned by hand."""

import threading
from collections.abc import Iterator
from dataclasses import replace

from components.speed.model.job import JobState
from components.speed.model.queue import BenchmarkQueue
from components.speed.model.results import BenchmarkEvent, MeasuredRun
from components.speed.model.spec import Benchmark
from tests.components.speed.model.timed_results import cell_result, ready, timing_result
from tests.components.waiting import LONG_ENOUGH, until

BENCHMARK = Benchmark(batches=(1, 2), lengths=(16,), least_count=5, least_seconds=0.0)


class Bench:
    """Benchmarks that go on when they are told to."""

    def __init__(self, *, trouble: Exception | None = None) -> None:
        self.trouble = trouble
        self.go = threading.Event()
        self.at_work = self.most_at_work = 0
        self.order: list[Benchmark] = []

    def __call__(self, benchmark: Benchmark, stop: threading.Event) -> Iterator[BenchmarkEvent]:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        self.order.append(benchmark)
        try:
            yield ready()
            yield MeasuredRun(benchmark.cells[0], 0, 1, 0.5)
            yield MeasuredRun(benchmark.cells[0], 1, 1, 0.25)
            assert self.go.wait(LONG_ENOUGH)
            if self.trouble is not None:
                raise self.trouble
            if stop.is_set():
                return
            for cell in benchmark.cells:
                yield cell_result(cell)
            yield replace(timing_result(), benchmark=benchmark)
        finally:
            self.at_work -= 1


class _Clock:
    """Seconds, turned by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def seen(desk: BenchmarkQueue, number: int) -> JobState:
    state = desk.state(number)
    assert state is not None
    return state


def under_way(desk: BenchmarkQueue, number: int) -> None:
    until(lambda: len(seen(desk, number).runs) == 2)


def over(desk: BenchmarkQueue, number: int) -> JobState:
    until(lambda: not seen(desk, number).active)
    return seen(desk, number)


def different(number: int) -> Benchmark:
    return replace(BENCHMARK, warm_ups=number)
