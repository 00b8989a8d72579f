"""One benchmark at a time on a machine, in a thread of its own; everybody else sees their place in the queue.

Two benchmarks at once would time each other. A job belongs to no page: it goes on while a page is drawn again, and is
given up only when nobody has looked at it for a while. Those who ask for the same while it is under way share one: a
room full of people who press the same button, or one who has loaded the page anew.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace

from components.model.fair_queue import fair_position, may_wait, place_limit
from components.model.user_errors import Busy, UserError
from components.speed.model.job import Job, JobPhase, JobState, share_of
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import Benchmark, format_spec, validate

WAITING_LIMIT = 8
FINISHED_LIMIT = 30  # jobs that are over, with what they found
ABANDONED_AFTER_SECONDS = 30.0  # seconds without anybody looking after which a job makes room for others
ABSENT_AFTER_SECONDS = 8.0  # seconds after which somebody who shares a job and has not looked is taken to have gone
ABANDONED_MESSAGE = "Nobody was watching, so this benchmark made room for others. Measure again to restart it."
LEFT_MESSAGE = "You stopped watching. Someone else started the same benchmark, so it continues for them."
_WENT_WRONG = "The measurement failed. Try again, or choose fewer lengths and batch sizes."
_LOG = logging.getLogger(__name__)
BenchmarkRunner = Callable[[Benchmark, threading.Event], Iterator[BenchmarkEvent]]


class BenchmarkQueue:
    """The benchmarks of a process. Safe to use from many threads; nothing here waits for a measurement."""

    def __init__(self, timing: BenchmarkRunner, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._timing, self._clock = timing, clock
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._left: OrderedDict[int, JobState] = OrderedDict()  # what they saw last who left a job to others
        self._waiting: list[Job] = []
        self._running: Job | None = None
        self._at_work = False
        self._next_number = 1
        self._last: TimingResult | None = None

    @property
    def latest_result(self) -> TimingResult | None:
        """The last finished result, whoever asked for it."""
        return self._last

    @property
    def active_count(self) -> int:
        """How many benchmarks are being run or wait to be; one that was stopped is neither, while its thread ends."""
        with self._lock:
            return self._before(len(self._waiting))

    def is_active(self, benchmark: Benchmark) -> bool:
        """Whether the same benchmark is under way, so that who asks for it shares it."""
        with self._lock:
            return self._under_way(benchmark) is not None

    def submit(self, benchmark: Benchmark, *, asker: str = "") -> int:
        """Put a benchmark in the queue, or share the same one that is under way; the asker's number for it.

        Args:
            benchmark: What to time.
            asker: Whose turn it is; see :mod:`components.model.fair_queue`.

        Raises:
            Busy: Too many are waiting.
            UserError: The benchmark cannot be run.
        """
        validate(benchmark)
        with self._lock:
            self._forget_the_left()
            number, self._next_number = self._next_number, self._next_number + 1
            if (same := self._under_way(benchmark)) is not None:
                same.viewers[number] = self._clock()
                self._jobs[number] = same
                return number
            if len(self._waiting) >= place_limit(asker, WAITING_LIMIT):
                raise Busy("Too many benchmarks are waiting. Try again in a few minutes.")
            askers = [job.asker for job in self._waiting]
            if not may_wait(askers, asker, WAITING_LIMIT):
                raise Busy("Several of your benchmarks are already waiting. Let them finish first.")
            job = self._jobs[number] = Job(benchmark, {number: self._clock()}, asker=asker)
            served = "" if self._running is None else self._running.asker
            self._waiting.insert(fair_position(askers, asker, served=served), job)
            if not self._at_work:
                self._at_work = True
                threading.Thread(target=self._work, name="speed-desk", daemon=True).start()
            return number

    def state(self, number: int) -> JobState | None:
        """A job as it is now, or None where it is not known any more. Looking at it keeps it alive."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None:
                return self._left.get(number)
            job.viewers[number] = self._clock()
            return self._seen(job)

    def stop(self, number: int) -> None:
        """Stop a job, at once as far as the visitor is concerned: its thread ends with the layer it is in.

        Where others look at it too, it goes on for them.
        """
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.phase not in (JobPhase.WAITING, JobPhase.RUNNING):
                return
            others = [looked_at for looker, looked_at in job.viewers.items() if looker != number]
            if any(self._clock() - looked_at < ABSENT_AFTER_SECONDS for looked_at in others):
                self._leave(job, number)
            else:
                self._end(job, JobPhase.STOPPED, "Stopped. Finished settings are kept.")

    def _leave(self, job: Job, number: int) -> None:
        """With the lock held: one goes, and keeps what was there to see."""
        self._left[number] = replace(self._seen(job), phase=JobPhase.STOPPED, message=LEFT_MESSAGE)
        del self._jobs[number], job.viewers[number]
        if len(self._left) > FINISHED_LIMIT:
            self._left.popitem(last=False)

    def _under_way(self, benchmark: Benchmark) -> Job | None:
        """With the lock held: the job that asks for the same and is not over."""
        for job in (self._running, *self._waiting):
            if job is not None and job.benchmark == benchmark and not job.stop.is_set():
                return job
        return None

    def _seen(self, job: Job) -> JobState:
        before = self._before(self._waiting.index(job)) if job.phase is JobPhase.WAITING else 0
        running = job.phase is JobPhase.RUNNING
        return JobState(
            phase=job.phase,
            benchmark=job.benchmark,
            jobs_ahead=before,
            setup=job.setup,
            runs=tuple(job.runs),
            cells=tuple(job.cells),
            fraction_done=share_of(job),
            seconds=self._clock() - job.started if running else job.duration,
            result=job.result,
            message=job.message,
        )

    def _before(self, waiting: int) -> int:
        """With the lock held: how many are before somebody who has so many waiting before them."""
        return waiting + (self._running is not None and self._running.phase is JobPhase.RUNNING)

    def _end(self, job: Job, phase: JobPhase, message: str = "") -> None:
        """With the lock held: what was under way is over, and those that were over longest ago are forgotten."""
        if job.phase is JobPhase.RUNNING:
            job.duration = self._clock() - job.started
        job.phase, job.message = phase, message
        job.stop.set()
        if job in self._waiting:
            self._waiting.remove(job)
        over = {id(each): each for each in self._jobs.values() if each.stop.is_set()}
        forgotten = [*over][:-FINISHED_LIMIT]
        for number in [number for number, each in self._jobs.items() if id(each) in forgotten]:
            del self._jobs[number]

    def _forget_the_left(self) -> None:
        now = self._clock()
        for job in [job for job in self._waiting if now - job.last_viewed > ABANDONED_AFTER_SECONDS]:
            self._end(job, JobPhase.STOPPED, ABANDONED_MESSAGE)

    def _work(self) -> None:
        while (job := self._take()) is not None:
            message = _WENT_WRONG
            try:
                self._run(job)
            except UserError as error:
                message = str(error)
            except Exception:  # the others in the queue have done nothing wrong
                _LOG.exception("a benchmark failed: %s", format_spec(job.benchmark))
            with self._lock:
                self._running = None
                if job.phase is JobPhase.RUNNING:
                    self._end(job, JobPhase.FAILED, message)

    def _take(self) -> Job | None:
        with self._lock:
            self._forget_the_left()
            if not self._waiting:
                self._at_work = False
                return None
            self._running = job = self._waiting.pop(0)
            job.phase, job.started = JobPhase.RUNNING, self._clock()
            return job

    def _run(self, job: Job) -> None:
        steps = self._timing(job.benchmark, job.stop)
        for step in steps:
            with self._lock:
                if job.phase is not JobPhase.RUNNING:
                    continue  # it was stopped, and what still comes is for nobody
                self._note(job, step)
                if self._waiting and self._clock() - job.last_viewed > ABANDONED_AFTER_SECONDS:
                    self._end(
                        job,
                        JobPhase.STOPPED,
                        ABANDONED_MESSAGE,
                    )

    def _note(self, job: Job, step: BenchmarkEvent) -> None:
        match step:
            case BenchmarkSetup():
                job.setup = step
            case MeasuredRun():
                if job.runs and job.runs[-1].cell != step.cell:
                    job.runs.clear()
                job.runs.append(step)
            case CellResult():
                job.cells.append(step)
            case TimingResult():
                job.result = self._last = step
                self._end(job, JobPhase.DONE)
