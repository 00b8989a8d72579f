"""Long computations that run in the background, one at a time, for all visitors of a process.

A job does not belong to a page: it continues while the page is drawn again. Who requests the same thing while it is
active shares the job. Others wait in fair order (:mod:`components.model.fair_queue`) and see their place. What is
stopped shows so at once, although its thread may need a moment to end; until then nothing else starts.

A queue of its own kind subclasses :class:`JobQueue` and :class:`JobState`: the queue says how a job is run
(:meth:`JobQueue._run`), the state what visitors see of it.
"""

import logging
import math
import threading
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import Any, Generic, TypeVar

from components.model.fair_queue import FairQueue
from components.model.user_errors import UserError

SECONDS_TO_END = 10.0  # for the thread of a job when its queue is closed
_LOG = logging.getLogger(__name__)


class JobPhase(StrEnum):
    """The phase of a job."""

    IDLE = "idle"  # not requested
    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


Request = TypeVar("Request")


@dataclass(frozen=True, kw_only=True)
class JobState(Generic[Request]):
    """The state of a job, as visitors see it. Subclasses add what the job reports.

    Attributes:
        request: What was requested.
        phase: The phase of the job.
        jobs_ahead: The number of jobs ahead of it; 0 once it runs, or as soon as the job before it was stopped.
        seconds: Seconds since it started, or its total duration once it has ended.
        message: Why it stopped or failed, as plain text for visitors; empty otherwise.
    """

    request: Request
    phase: JobPhase = JobPhase.WAITING
    jobs_ahead: int = 0
    seconds: float = 0.0
    message: str = ""

    @property
    def active(self) -> bool:
        """Whether the job is waiting or running."""
        return self.phase in (JobPhase.WAITING, JobPhase.RUNNING)

    @property
    def fraction_done(self) -> float:
        """The fraction of the job that is done, from 0 to 1."""
        return 1.0 if self.phase is JobPhase.DONE else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated remaining seconds at the pace so far; None if unknown."""
        running = self.phase is JobPhase.RUNNING and self.fraction_done > 0
        return self.seconds * (1 - self.fraction_done) / self.fraction_done if running else None


State = TypeVar("State", bound=JobState[Any])


@dataclass(eq=False)
class Job(Generic[State]):
    """A job in a queue, guarded by the queue's lock.

    Attributes:
        number: The number of the request that started it.
        state: Its state; of ``seconds`` and ``jobs_ahead`` only what is final.
        client: Who requested it, for fair queueing.
        viewers: When each request that shares it was last looked at, by its number.
        started: When it began to run, on the queue's clock.
        stop: Set when the job has ended or should end.
        interrupt: Called when the job is stopped while it runs.
        ended: Set when its thread has ended.
    """

    number: int
    state: State
    client: str
    viewers: dict[int, float]
    started: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)
    interrupt: Callable[[], object] | None = None
    ended: threading.Event = field(default_factory=threading.Event)


class JobQueue(ABC, Generic[State]):
    """The jobs of a process. Thread-safe; no method but :meth:`close` waits for a job.

    Attributes:
        jobs_name: What the jobs are called in messages, in the plural.
        waiting_limit: The number of places in the queue.
        kept_limit: The number of ended jobs that are kept.
        abandoned_after: Seconds without a look after which a job makes room for others.
        stopped_message: Shown when a job was stopped.
        failure_message: Shown when a job failed for no reason that a visitor can change.
    """

    jobs_name: str
    waiting_limit: int
    kept_limit: int
    abandoned_after: float = math.inf
    stopped_message: str
    failure_message: str

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` returns seconds, from any start."""
        self._clock = clock
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, Job[State]] = OrderedDict()  # by the numbers of all requests that share them
        self._numbers = count(1)
        self._queue = FairQueue[Job[State]](
            self.waiting_limit,
            full=f"Too many {self.jobs_name} are waiting. Try again in a few minutes.",
            several=f"Several of your {self.jobs_name} are already waiting. Let them finish first.",
        )

    @property
    def running(self) -> int | None:
        """The number of the request whose job runs; None if none does, or the one that does has been stopped."""
        job = self._queue.served
        return job.number if job is not None and job.state.phase is JobPhase.RUNNING else None

    @property
    def active_count(self) -> int:
        """The number of running and waiting jobs, without a stopped one whose thread is still ending."""
        with self._lock:
            return len(self._queue.waiting) + (self.running is not None)

    def is_active(self, request: object) -> bool:
        """Whether the same request is active, so that a new one would share the job."""
        with self._lock:
            return self._find_active(request) is not None

    def state(self, number: int) -> State | None:
        """The current state of a job; None if it is not kept. Reading it keeps the job alive."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None:
                return None
            job.viewers[number] = self._clock()
            return self._snapshot(job)

    def stop(self, number: int) -> None:
        """Stop a job. Its state changes at once, while its thread may need a moment to end."""
        with self._lock:
            job = self._jobs.get(number)
        if job is not None:
            self._stop(job)

    def close(self) -> None:
        """Stop all jobs, and wait for the thread of the one that runs."""
        with self._lock:
            waiting, running = self._queue.waiting, self._queue.served
        for job in waiting:
            self._stop(job)
        if running is not None:
            self._stop(running)
            running.ended.wait(SECONDS_TO_END)

    @abstractmethod
    def _run(self, job: Job[State]) -> None:
        """Run a job in its thread; return once it is done.

        It calls :meth:`_report`, and returns early when ``job.stop`` is set.

        Raises:
            UserError: The job failed for a reason that visitors are told.
        """

    def _submit(self, state: State, client: str) -> int:
        """Queue a job, or share the same one if it is active. Returns the number of the request.

        Raises:
            Busy: Too many jobs are waiting.
        """
        with self._lock:
            self._drop_abandoned()
            number = next(self._numbers)
            job = self._find_active(state.request)
            if job is None:
                job = Job(number, state, client, {})
                self._queue.join(job, client)
            job.viewers[number] = self._clock()
            self._jobs[number] = job
            self._start_next()
            return number

    def _report(self, job: Job[State], change: Callable[[State], State]) -> None:
        """Change the state of a running job; does nothing once it was stopped."""
        with self._lock:
            if job.state.phase is not JobPhase.RUNNING:
                return
            job.state = change(job.state)
            if not job.state.active:
                self._end(job, job.state.phase)
            elif self._queue.waiting and self._is_abandoned(job):
                self._end(job, JobPhase.STOPPED, self._abandoned_message)

    def _stop(self, job: Job[State]) -> None:
        with self._lock:
            if not job.state.active:
                return
            self._end(job, JobPhase.STOPPED, self.stopped_message)
            interrupt = job.interrupt
        if interrupt is not None:
            interrupt()

    def _forget(self) -> None:
        """Drop the oldest ended jobs. The lock must be held."""
        self._drop([job for job in self._distinct_jobs() if not job.state.active][: -self.kept_limit])

    def _drop(self, jobs: Collection[Job[State]]) -> None:
        """Drop jobs. The lock must be held."""
        for number in [number for number, job in self._jobs.items() if job in jobs]:
            del self._jobs[number]

    def _distinct_jobs(self) -> list[Job[State]]:
        """The jobs, the oldest first. The lock must be held."""
        return [*dict.fromkeys(self._jobs.values())]

    def _snapshot(self, job: Job[State]) -> State:
        """The state of a job now. The lock must be held."""
        if job.state.phase is JobPhase.WAITING:
            return replace(job.state, jobs_ahead=self._queue.waiting.index(job) + (self.running is not None))
        running = job.state.phase is JobPhase.RUNNING
        return replace(job.state, seconds=self._clock() - job.started) if running else job.state

    def _find_active(self, request: object) -> Job[State] | None:
        """The active job of the same request, if any. The lock must be held."""
        active = (job for job in (self._queue.served, *self._queue.waiting) if job is not None and job.state.active)
        return next((job for job in active if job.state.request == request), None)

    def _end(self, job: Job[State], phase: JobPhase, message: str = "") -> None:
        """End a job. The lock must be held."""
        has_run = self._queue.served is job
        seconds = self._clock() - job.started if has_run else 0.0
        job.state = replace(job.state, phase=phase, message=message, seconds=seconds)
        job.stop.set()
        if not has_run:
            self._queue.leave(job)
        self._forget()

    @property
    def _abandoned_message(self) -> str:
        return f"Nobody was watching, so this made room for other {self.jobs_name}. Start it again to see its result."

    def _is_abandoned(self, job: Job[State]) -> bool:
        return self._clock() - max(job.viewers.values()) > self.abandoned_after

    def _drop_abandoned(self) -> None:
        """Stop waiting jobs that nobody looks at. The lock must be held."""
        for job in filter(self._is_abandoned, self._queue.waiting):
            self._end(job, JobPhase.STOPPED, self._abandoned_message)

    def _start_next(self) -> None:
        """Start the next job if none runs. The lock must be held."""
        self._drop_abandoned()
        if (job := self._queue.serve_next()) is not None:
            job.state, job.started = replace(job.state, phase=JobPhase.RUNNING), self._clock()
            threading.Thread(target=self._run_and_end, args=(job,), name=self.jobs_name, daemon=True).start()

    def _run_and_end(self, job: Job[State]) -> None:
        """Run a job, then start the next."""
        phase, message = JobPhase.FAILED, self.failure_message
        try:
            self._run(job)
            phase, message = JobPhase.DONE, ""
        except UserError as error:
            message = str(error)
        except Exception:  # the other jobs must still run
            _LOG.exception("one of the %s failed", self.jobs_name)
        with self._lock:
            if job.state.active:
                self._end(job, phase, message)
            self._queue.leave(job)
            self._start_next()
        job.ended.set()
