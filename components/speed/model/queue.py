"""The queue of benchmarks: one at a time, because simultaneous ones would slow each other down.

Requests for the same benchmark share one job while it is active, as when an audience presses the same button, or a
visitor reloads the page. Nobody owns a job: it ends when the last who watches stops it.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from components.model.job_queue import Job, JobPhase, JobQueue, JobState
from components.model.user_errors import UserError
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import Benchmark, validate

WAITING_LIMIT = 8
FINISHED_LIMIT = 30  # ended jobs that are kept with their results
ABANDONED_AFTER_SECONDS = 30.0  # without a view, a job makes room for others
ABSENT_AFTER_SECONDS = 8.0  # without a view, somebody who shares a job is taken to have left
LEFT_MESSAGE = "You stopped watching. Someone else started the same benchmark, so it continues for them."
BenchmarkRunner = Callable[[Benchmark, threading.Event], Iterator[BenchmarkEvent]]


@dataclass(frozen=True, kw_only=True)
class BenchmarkState(JobState[Benchmark]):
    """The state of a benchmark for a visitor.

    Attributes:
        setup: The machine and models, once the models are built.
        runs: Measured runs of the current cell, in order.
        cells: Finished cells.
        result: The whole result, once it is done.
    """

    setup: BenchmarkSetup | None = None
    runs: tuple[MeasuredRun, ...] = ()
    cells: tuple[CellResult, ...] = ()
    result: TimingResult | None = None

    @property
    def fraction_done(self) -> float:
        """The fraction that is done, from 0 to 1.

        Assumes that all cells take equally long; the self-check counts as one more cell.
        """
        if self.phase is JobPhase.DONE:
            return 1.0
        benchmark, current_cell = self.request, 0.0
        if self.runs and (not self.cells or self.runs[-1].cell != self.cells[-1].cell):
            by_count = self.runs[-1].number / benchmark.least_count
            total = sum(run.seconds for run in self.runs)
            current_cell = min(1.0, by_count, total / benchmark.least_seconds if benchmark.least_seconds else 1.0)
        return (len(self.cells) + current_cell) / (len(benchmark.cells) + 1)

    def after_event(self, event: BenchmarkEvent) -> "BenchmarkState":
        """The state after an event of the benchmark."""
        match event:
            case BenchmarkSetup():
                return replace(self, setup=event)
            case MeasuredRun():
                same_cell = self.runs and self.runs[-1].cell == event.cell
                return replace(self, runs=(*self.runs, event) if same_cell else (event,))
            case CellResult():
                return replace(self, cells=(*self.cells, event))
            case TimingResult():
                return replace(self, phase=JobPhase.DONE, result=event)


class BenchmarkQueue(JobQueue[BenchmarkState]):
    """The benchmarks of a process."""

    jobs_name = "benchmarks"
    waiting_limit = WAITING_LIMIT
    kept_limit = FINISHED_LIMIT
    abandoned_after = ABANDONED_AFTER_SECONDS
    stopped_message = "Stopped. Finished settings are kept."
    failure_message = "The measurement failed. Try again, or choose fewer lengths and batch sizes."

    def __init__(self, run_benchmark: BenchmarkRunner, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self._run_benchmark = run_benchmark
        self._departed = OrderedDict[int, BenchmarkState]()  # the last states seen by visitors who left a shared job
        self._latest_result: TimingResult | None = None

    @property
    def latest_result(self) -> TimingResult | None:
        """The latest finished result of any visitor."""
        return self._latest_result

    def submit(self, benchmark: Benchmark, *, asker: str = "") -> int:
        """Queue a benchmark, or share the same one if it is active. Returns the number of the request.

        Args:
            benchmark: The benchmark.
            asker: Identifies the visitor for fair queueing; see :mod:`components.model.fair_queue`.

        Raises:
            Busy: Too many benchmarks are waiting.
            UserError: The benchmark cannot be run.
        """
        validate(benchmark)
        return self._submit(BenchmarkState(request=benchmark), asker)

    def state(self, number: int) -> BenchmarkState | None:
        """The current state of a benchmark; None if it is not kept. Reading it keeps the benchmark alive."""
        return self._departed.get(number) or super().state(number)

    def stop(self, number: int) -> None:
        """Stop a benchmark, which ends after the current layer. If others are watching it, it continues for them."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or not job.state.active:
                return
            others = [last_viewed for viewer, last_viewed in job.viewers.items() if viewer != number]
            if shared := any(self._clock() - last_viewed < ABSENT_AFTER_SECONDS for last_viewed in others):
                self._leave(job, number)
        if not shared:
            super().stop(number)

    def _leave(self, job: Job[BenchmarkState], number: int) -> None:
        """Let a visitor leave a shared job and keep its last state. The lock must be held."""
        self._departed[number] = replace(self._snapshot(job), phase=JobPhase.STOPPED, message=LEFT_MESSAGE)
        del self._jobs[number], job.viewers[number]
        if len(self._departed) > FINISHED_LIMIT:
            self._departed.popitem(last=False)

    def _run(self, job: Job[BenchmarkState]) -> None:
        for event in self._run_benchmark(job.state.request, job.stop):
            if isinstance(event, TimingResult) and not job.stop.is_set():
                self._latest_result = event
            self._report(job, partial(BenchmarkState.after_event, event=event))
        if job.state.phase is JobPhase.RUNNING:
            raise UserError(self.failure_message)
