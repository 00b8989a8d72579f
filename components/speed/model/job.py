"""A benchmark that somebody asked for: as the desk keeps it, and as a visitor sees it."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum

from components.speed.model.results import BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import Benchmark


class JobPhase(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True)
class JobState:
    """A job as a visitor sees it.

    Attributes:
        phase: How far it is.
        benchmark: What is timed.
        place: How many are before it in the queue; 0 once it runs, or as soon as what ran before it was stopped.
        ready: The models, once they are built.
        runs: Measured runs of the cell under way, in the order in which they were made.
        cells: Finished cells.
        share: How much is done, from 0 to 1.
        seconds: Since it began to run, or that it took.
        result: The whole, once it is done.
        message: What to tell the visitor, plain text; empty while all is well.
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
        """Whether this can be stopped."""
        return self.phase in (JobPhase.WAITING, JobPhase.RUNNING)

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the pace so far, or None."""
        running = self.phase is JobPhase.RUNNING and self.fraction_done > 0
        return self.seconds * (1 - self.fraction_done) / self.fraction_done if running else None


@dataclass
class Job:
    """The same as the desk keeps it, under its lock. ``lookers`` asked for it, by number: when each looked last."""

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
        """When anybody looked last."""
        return max(self.viewers.values())


def share_of(job: Job) -> float:
    """How much of a job is done, from 0 to 1.

    Cells take about as long as each other, each at least as long as it was told to; the self-check is one more.
    """
    if job.phase is JobPhase.DONE:
        return 1.0
    asked, inner = job.benchmark, 0.0
    if job.runs and (not job.cells or job.runs[-1].cell != job.cells[-1].cell):
        count = job.runs[-1].number / asked.least_count
        seconds = sum(run.seconds for run in job.runs)
        inner = min(1.0, count, seconds / asked.least_seconds if asked.least_seconds else 1.0)
    return (len(job.cells) + inner) / (len(asked.cells) + 1)
