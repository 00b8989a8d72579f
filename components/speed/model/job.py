"""A requested benchmark: the queue's mutable job, and its frozen state for visitors."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum

from components.speed.model.results import BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import Benchmark


class JobPhase(StrEnum):
    """Phase of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True)
class JobState:
    """The state of a job for a visitor.

    Attributes:
        phase: Phase of the job.
        benchmark: The benchmark.
        jobs_ahead: Number of jobs ahead of it; 0 once it runs, or as soon as the job before it was stopped.
        setup: The machine and models, once the models are built.
        runs: Measured runs of the current cell, in order.
        cells: Finished cells.
        fraction_done: Fraction done, from 0 to 1.
        seconds: Seconds since it started, or its total duration once it has ended.
        result: The whole result, once it is done.
        message: Message for the visitor as plain text; empty without problems.
    """

    phase: JobPhase
    benchmark: Benchmark
    jobs_ahead: int = 0
    setup: BenchmarkSetup | None = None
    runs: tuple[MeasuredRun, ...] = ()
    cells: tuple[CellResult, ...] = ()
    fraction_done: float = 0.0
    seconds: float = 0.0
    result: TimingResult | None = None
    message: str = ""

    @property
    def active(self) -> bool:
        """Whether the job is waiting or running."""
        return self.phase in (JobPhase.WAITING, JobPhase.RUNNING)

    @property
    def seconds_left(self) -> float | None:
        """Estimated remaining seconds at the pace so far; None if unknown."""
        running = self.phase is JobPhase.RUNNING and self.fraction_done > 0
        return self.seconds * (1 - self.fraction_done) / self.fraction_done if running else None


@dataclass
class Job:
    """A job in the queue, guarded by the queue's lock.

    Attributes:
        benchmark: The benchmark.
        viewers: When each visitor who shares the job looked last, by the number of their request.
        phase: Phase of the job.
        stop: Set when the job has ended or should end.
        setup: The machine and models, once the models are built.
        runs: Measured runs of the current cell.
        cells: Finished cells.
        result: The whole result, once it is done.
        message: Message for the visitor; empty without problems.
        started: When it began to run, on the queue's clock.
        duration: Seconds that it ran.
        asker: Who requested it, for fair queueing.
    """

    benchmark: Benchmark
    viewers: dict[int, float]
    phase: JobPhase = JobPhase.WAITING
    stop: threading.Event = field(default_factory=threading.Event)
    setup: BenchmarkSetup | None = None
    runs: list[MeasuredRun] = field(default_factory=list)
    cells: list[CellResult] = field(default_factory=list)
    result: TimingResult | None = None
    message: str = ""
    started: float = 0.0
    duration: float = 0.0
    asker: str = ""

    @property
    def last_viewed(self) -> float:
        """Time of the last view by anybody, on the queue's clock."""
        return max(self.viewers.values())


def compute_fraction_done(job: Job) -> float:
    """The fraction of a job that is done, from 0 to 1.

    Assumes that all cells take equally long; the self-check counts as one more cell.
    """
    if job.phase is JobPhase.DONE:
        return 1.0
    benchmark, current_cell = job.benchmark, 0.0
    if job.runs and (not job.cells or job.runs[-1].cell != job.cells[-1].cell):
        by_count = job.runs[-1].number / benchmark.least_count
        total_seconds = sum(run.seconds for run in job.runs)
        current_cell = min(1.0, by_count, total_seconds / benchmark.least_seconds if benchmark.least_seconds else 1.0)
    return (len(job.cells) + current_cell) / (len(benchmark.cells) + 1)
