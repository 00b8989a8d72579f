"""A queue that runs one benchmark at a time in a thread of its own.

Simultaneous benchmarks would slow each other down. A job does not belong to a page: it continues while the page is
drawn again, and is dropped only when nobody has looked at it for a while. Requests for the same benchmark share one job
while it is active, as when an audience presses the same button, or a visitor reloads the page.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace

from components.model.fair_queue import fair_position, may_wait, place_limit
from components.model.user_errors import Busy, UserError
from components.speed.model.job import Job, JobPhase, JobState, compute_fraction_done
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import Benchmark, format_spec, validate

WAITING_LIMIT = 8
FINISHED_LIMIT = 30  # ended jobs that are kept with their results
ABANDONED_AFTER_SECONDS = 30.0  # without a view, a job makes room for others
ABSENT_AFTER_SECONDS = 8.0  # without a view, somebody who shares a job is taken to have left
ABANDONED_MESSAGE = "Nobody was watching, so this benchmark made room for others. Measure again to restart it."
LEFT_MESSAGE = "You stopped watching. Someone else started the same benchmark, so it continues for them."
_FAILED_MESSAGE = "The measurement failed. Try again, or choose fewer lengths and batch sizes."
_LOG = logging.getLogger(__name__)
BenchmarkRunner = Callable[[Benchmark, threading.Event], Iterator[BenchmarkEvent]]


class BenchmarkQueue:
    """The benchmarks of a process. Thread-safe; no method waits for a measurement."""

    def __init__(self, run_benchmark: BenchmarkRunner, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._run_benchmark, self._clock = run_benchmark, clock
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._departed: OrderedDict[int, JobState] = (
            OrderedDict()
        )  # the last states seen by visitors who left a shared job
        self._waiting: list[Job] = []
        self._running: Job | None = None
        self._worker_active = False
        self._next_number = 1
        self._latest_result: TimingResult | None = None

    @property
    def latest_result(self) -> TimingResult | None:
        """The latest finished result of any visitor."""
        return self._latest_result

    @property
    def active_count(self) -> int:
        """Number of running and waiting benchmarks, without a stopped one whose thread is still ending."""
        with self._lock:
            return self._jobs_ahead(len(self._waiting))

    def is_active(self, benchmark: Benchmark) -> bool:
        """Whether the same benchmark is active, so that a new request for it would share the job."""
        with self._lock:
            return self._find_active(benchmark) is not None

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
        with self._lock:
            self._drop_abandoned()
            number, self._next_number = self._next_number, self._next_number + 1
            if (shared := self._find_active(benchmark)) is not None:
                shared.viewers[number] = self._clock()
                self._jobs[number] = shared
                return number
            if len(self._waiting) >= place_limit(asker, WAITING_LIMIT):
                raise Busy("Too many benchmarks are waiting. Try again in a few minutes.")
            askers = [job.asker for job in self._waiting]
            if not may_wait(askers, asker, WAITING_LIMIT):
                raise Busy("Several of your benchmarks are already waiting. Let them finish first.")
            job = self._jobs[number] = Job(benchmark, {number: self._clock()}, asker=asker)
            served = "" if self._running is None else self._running.asker
            self._waiting.insert(fair_position(askers, asker, served=served), job)
            if not self._worker_active:
                self._worker_active = True
                threading.Thread(target=self._run_jobs, name="speed-desk", daemon=True).start()
            return number

    def state(self, number: int) -> JobState | None:
        """The current state of a job; None if it is unknown. Reading it keeps the job alive."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None:
                return self._departed.get(number)
            job.viewers[number] = self._clock()
            return self._snapshot(job)

    def stop(self, number: int) -> None:
        """Stop a job. Its state changes at once, while its thread ends after the current layer.

        If others are watching it, it continues for them.
        """
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.phase not in (JobPhase.WAITING, JobPhase.RUNNING):
                return
            others = [last_viewed for viewer, last_viewed in job.viewers.items() if viewer != number]
            if any(self._clock() - last_viewed < ABSENT_AFTER_SECONDS for last_viewed in others):
                self._leave(job, number)
            else:
                self._finish(job, JobPhase.STOPPED, "Stopped. Finished settings are kept.")

    def _leave(self, job: Job, number: int) -> None:
        """With the lock held: a visitor leaves a shared job and keeps its last state."""
        self._departed[number] = replace(self._snapshot(job), phase=JobPhase.STOPPED, message=LEFT_MESSAGE)
        del self._jobs[number], job.viewers[number]
        if len(self._departed) > FINISHED_LIMIT:
            self._departed.popitem(last=False)

    def _find_active(self, benchmark: Benchmark) -> Job | None:
        """With the lock held: the active job for the same benchmark, if any."""
        for job in (self._running, *self._waiting):
            if job is not None and job.benchmark == benchmark and not job.stop.is_set():
                return job
        return None

    def _snapshot(self, job: Job) -> JobState:
        jobs_ahead = self._jobs_ahead(self._waiting.index(job)) if job.phase is JobPhase.WAITING else 0
        running = job.phase is JobPhase.RUNNING
        return JobState(
            phase=job.phase,
            benchmark=job.benchmark,
            jobs_ahead=jobs_ahead,
            setup=job.setup,
            runs=tuple(job.runs),
            cells=tuple(job.cells),
            fraction_done=compute_fraction_done(job),
            seconds=self._clock() - job.started if running else job.duration,
            result=job.result,
            message=job.message,
        )

    def _jobs_ahead(self, waiting: int) -> int:
        """With the lock held: number of jobs ahead of one that has ``waiting`` waiting jobs ahead."""
        return waiting + (self._running is not None and self._running.phase is JobPhase.RUNNING)

    def _finish(self, job: Job, phase: JobPhase, message: str = "") -> None:
        """With the lock held: mark a job as ended, and drop the oldest ended jobs beyond the limit."""
        if job.phase is JobPhase.RUNNING:
            job.duration = self._clock() - job.started
        job.phase, job.message = phase, message
        job.stop.set()
        if job in self._waiting:
            self._waiting.remove(job)
        ended = {id(other): other for other in self._jobs.values() if other.stop.is_set()}
        expired = [*ended][:-FINISHED_LIMIT]
        for number in [number for number, other in self._jobs.items() if id(other) in expired]:
            del self._jobs[number]

    def _drop_abandoned(self) -> None:
        now = self._clock()
        for job in [job for job in self._waiting if now - job.last_viewed > ABANDONED_AFTER_SECONDS]:
            self._finish(job, JobPhase.STOPPED, ABANDONED_MESSAGE)

    def _run_jobs(self) -> None:
        while (job := self._next_job()) is not None:
            message = _FAILED_MESSAGE
            try:
                self._run_job(job)
            except UserError as error:
                message = str(error)
            except Exception:  # the other jobs must still run
                _LOG.exception("a benchmark failed: %s", format_spec(job.benchmark))
            with self._lock:
                self._running = None
                if job.phase is JobPhase.RUNNING:
                    self._finish(job, JobPhase.FAILED, message)

    def _next_job(self) -> Job | None:
        with self._lock:
            self._drop_abandoned()
            if not self._waiting:
                self._worker_active = False
                return None
            self._running = job = self._waiting.pop(0)
            job.phase, job.started = JobPhase.RUNNING, self._clock()
            return job

    def _run_job(self, job: Job) -> None:
        events = self._run_benchmark(job.benchmark, job.stop)
        for event in events:
            with self._lock:
                if job.phase is not JobPhase.RUNNING:
                    continue  # it was stopped, so further events are ignored
                self._record(job, event)
                if self._waiting and self._clock() - job.last_viewed > ABANDONED_AFTER_SECONDS:
                    self._finish(
                        job,
                        JobPhase.STOPPED,
                        ABANDONED_MESSAGE,
                    )

    def _record(self, job: Job, event: BenchmarkEvent) -> None:
        match event:
            case BenchmarkSetup():
                job.setup = event
            case MeasuredRun():
                if job.runs and job.runs[-1].cell != event.cell:
                    job.runs.clear()
                job.runs.append(event)
            case CellResult():
                job.cells.append(event)
            case TimingResult():
                job.result = self._latest_result = event
                self._finish(job, JobPhase.DONE)
