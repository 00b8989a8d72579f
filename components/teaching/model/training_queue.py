"""The queue of fine-tuning runs: one at a time, in a process of its own, visible to everybody."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from components.model.checkpoints.finetuned import register_finetuned
from components.model.checkpoints.registry import model_record
from components.model.fair_queue import LECTURER_PREFIX, fair_position, may_wait, place_limit
from components.model.scratch import ScratchFolder
from components.model.user_errors import Busy
from components.teaching.model.plan import check_plan
from components.teaching.model.protocol import FineTuningRequest, Message
from components.teaching.model.results import FineTuningResult
from components.teaching.model.run_process import COMMAND, WorkerProcess, follow_worker, remove_files, start_worker
from components.teaching.model.run_state import RunPhase, RunState

WAITING_LIMIT = 6
KEPT_LIMIT = 3  # finished runs whose weights are kept, about 90 MB each for 23 million parameters
HOLDERS_KEPT_LIMIT = 2  # the same for lecturers of a class
FAILED_LIMIT = 20  # failed runs whose error message is kept
TIME_LIMIT_SECONDS = 300.0
_RUN_FAILED = "The run failed. Try again, or choose other settings."
_LOG = logging.getLogger(__name__)


@dataclass
class _Job:
    state: RunState
    asker: str = ""
    child: WorkerProcess | None = None
    ended: threading.Event = field(default_factory=threading.Event)


class TrainingQueue:
    """The runs of a server process. Thread-safe; no method waits for a run."""

    def __init__(self, *, command: tuple[str, ...] = COMMAND, time_limit: float = TIME_LIMIT_SECONDS) -> None:
        self._command, self._most_seconds = command, time_limit
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, _Job] = OrderedDict()
        self._waiting: list[int] = []
        self._running: int | None = None
        self._numbers = 0
        self._shared: dict[int, int] = {}  # the numbers of those who share a run, and that of the run
        self._folder = ScratchFolder("riverbank-finetuned-")

    def submit(self, request: FineTuningRequest, *, asker: str = "") -> int:
        """Queue a run, or share an identical one. Returns the asker's number for it; only the first asker can stop it.

        Args:
            request: The run.
            asker: Whose turn it counts as; see :mod:`components.model.fair_queue`.

        Raises:
            UserError: The plan cannot be run.
            Busy: Too many runs are waiting.
        """
        check_plan(request.plan)
        with self._lock:
            for number, job in reversed(self._jobs.items()):
                if job.state.request == request and job.state.phase is RunPhase.DONE:
                    return number
                if job.state.request == request and job.state.active:
                    self._numbers += 1
                    self._shared[self._numbers] = number
                    return self._numbers
            if len(self._waiting) >= place_limit(asker, WAITING_LIMIT):
                raise Busy("Several runs are already waiting. Watch the current one, or try again later.")
            askers = [self._jobs[number].asker for number in self._waiting]
            if not may_wait(askers, asker, WAITING_LIMIT):
                raise Busy("Several of your runs are already waiting. Let them finish first.")
            self._numbers += 1
            self._jobs[self._numbers] = _Job(RunState(request), asker)
            served = "" if self._running is None else self._jobs[self._running].asker
            self._waiting.insert(fair_position(askers, asker, served=served), self._numbers)
            self._start_next()
            return self._numbers

    def state(self, number: int) -> RunState | None:
        """The state of a run, or None if it is no longer kept."""
        with self._lock:
            job = self._jobs.get(self._run_number(number))
            return job.state if job else None

    def may_stop(self, number: int) -> bool:
        """Whether a number belongs to the asker who started the run, rather than to one who shares it."""
        return number in self._jobs

    @property
    def running(self) -> int | None:
        """The number of the running run, or None."""
        return self._running

    def queue_position(self, number: int) -> int:
        """The number of runs before a waiting run."""
        with self._lock:
            run = self._run_number(number)
            if run not in self._waiting:
                return 0
            return self._waiting.index(run) + (self._running is not None)

    def finished_run(self, plan_text: str) -> RunState | None:
        """The finished run of a plan, by the plan's key, or None if its weights are gone."""
        with self._lock:
            for job in reversed(self._jobs.values()):
                if job.state.phase is RunPhase.DONE and job.state.folder and job.state.request.plan.key == plan_text:
                    return job.state
        return None

    def stop(self, number: int) -> None:
        """Stop a run and remove its files. Does nothing for an asker who only shares it."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or not job.state.active:
                return
            self._end(number, RunPhase.STOPPED, "Stopped. Nothing of this run was saved.")
            child = job.child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """Stop all runs and remove all weights."""
        with self._lock:
            numbers = [number for number, job in self._jobs.items() if job.state.active]
        for number in numbers:
            self.stop(number)
        for number, job in [*self._jobs.items()]:
            if job.child is not None:
                job.ended.wait(10)
            remove_files(self._weights_folder(number), whole=True)
        self._folder.cleanup()

    def _start_next(self) -> None:
        """Start the next run if none is running. The lock must be held."""
        if self._running is not None or not self._waiting:
            return
        number = self._running = self._waiting.pop(0)
        job = self._jobs[number]
        job.state = replace(
            job.state, phase=RunPhase.RUNNING, started_at=time.monotonic(), status="the process is started"
        )
        threading.Thread(target=self._run, args=(number, job), name="teaching-desk", daemon=True).start()

    def _run(self, number: int, job: _Job) -> None:
        folder = self._weights_folder(number)

        def on_message(message: Message) -> None:
            with self._lock:
                if not job.state.active:
                    return  # it was stopped
                if isinstance(message, FineTuningResult):
                    _register_model(message, folder)
                job.state = job.state.after_message(message, folder)

        message = _RUN_FAILED
        try:
            with self._lock:
                if job.state.active:
                    job.child = start_worker(self._command)
            if job.child is not None:
                message = follow_worker(job.child, job.state.request, folder, on_message, time_limit=self._most_seconds)
        except Exception:  # the server continues and reports the failure
            _LOG.exception("a run failed: %s", job.state.request.plan.key)
        finally:
            remove_files(folder, whole=job.state.phase is not RunPhase.DONE)
            with self._lock:
                if job.state.active:
                    self._end(number, RunPhase.FAILED, message)
                self._running = None
                self._forget()
                self._start_next()
            job.ended.set()

    def _end(self, number: int, phase: RunPhase, message: str) -> None:
        """End a run. The lock must be held."""
        job = self._jobs[number]
        job.state = replace(job.state, phase=phase, message=message)
        if number in self._waiting:
            self._waiting.remove(number)

    def _run_number(self, number: int) -> int:
        """The number of the run that an asker's number stands for. The lock must be held."""
        return self._shared.get(number, number)

    def _forget(self) -> None:
        """Drop the oldest runs and their weights. The lock must be held.

        Runs of lecturers are counted separately, so that their audience's runs do not displace them.
        """
        over = {number: job for number, job in self._jobs.items() if not job.state.active}
        finished = [number for number, job in over.items() if job.state.phase is RunPhase.DONE]
        held = [number for number in finished if over[number].asker.startswith(LECTURER_PREFIX)]
        forgotten = [
            *[number for number in over if number not in finished][:-FAILED_LIMIT],
            *self._runs_to_forget(held, HOLDERS_KEPT_LIMIT),
            *self._runs_to_forget([number for number in finished if number not in held], KEPT_LIMIT),
        ]
        for number in forgotten:
            remove_files(self._weights_folder(number), whole=True)
            del self._jobs[number]
        self._shared = {number: run for number, run in self._shared.items() if run in self._jobs}

    def _runs_to_forget(self, finished: Sequence[int], limit: int) -> list[int]:
        """The runs to drop so that ``limit`` remain: the oldest of the asker with most runs, never the latest run."""
        remaining, forgotten = [*finished], []
        while len(remaining) > limit:
            askers = [self._jobs[number].asker for number in remaining]
            forgotten.append(max(remaining[:-1], key=lambda number: (askers.count(self._jobs[number].asker), -number)))
            remaining.remove(forgotten[-1])
        return forgotten

    def _weights_folder(self, number: int) -> Path:
        """The folder for the weights of a run."""
        return self._folder.path / str(number)


def _register_model(result: FineTuningResult, folder: Path) -> None:
    """Register the fine-tuned model, so that other rooms can open it."""
    known = model_record(result.plan.model_id)
    about = f"{known.name} after {result.plan.train_size:,} labelled sentences, trained on this server."
    register_finetuned(known, result.plan.key, folder, about)
