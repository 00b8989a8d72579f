"""One run at a time on a server, in a process beside it; everybody may watch it."""

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
from components.teaching.model.order_form import Message, Order
from components.teaching.model.plan import checked
from components.teaching.model.results import Ran
from components.teaching.model.run_process import COMMAND, Child, cleared, followed, started
from components.teaching.model.run_state import Phase, RunState

MOST_WAITING = 6
MOST_KEPT = 3  # finished runs whose weights stay, some 90 MB each for a model of 23 million parameters
KEPT_OF_HOLDERS = 2  # the same of those who hold a class
MOST_FAILED = 20  # runs that gave nothing, of which it is still known why
MOST_SECONDS = 300.0
_WENT_WRONG = "The run failed. Try again, or choose other settings."
_LOG = logging.getLogger(__name__)


@dataclass
class _Job:
    state: RunState
    asker: str = ""
    child: Child | None = None
    ended: threading.Event = field(default_factory=threading.Event)


class TeachingDesk:
    """The runs of a server process. Safe to use from many threads; nothing here waits for a run."""

    def __init__(self, *, command: tuple[str, ...] = COMMAND, most_seconds: float = MOST_SECONDS) -> None:
        self._command, self._most_seconds = command, most_seconds
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, _Job] = OrderedDict()
        self._waiting: list[int] = []
        self._running: int | None = None
        self._numbers = 0
        self._shared: dict[int, int] = {}  # the numbers of those who share a run, and that of the run
        self._folder = ScratchFolder("riverbank-finetuned-")

    def ask(self, order: Order, *, asker: str = "") -> int:
        """Have a run done, or share one that is the same; the asker's number for it. The first asker's alone stops it.

        Args:
            order: What to run.
            asker: Whose turn it is; see :mod:`components.model.fair_queue`.

        Raises:
            UserError: The plan cannot be run.
            Busy: Too many wait.
        """
        checked(order.plan)
        with self._lock:
            for number, job in reversed(self._jobs.items()):
                if job.state.order == order and job.state.phase is Phase.DONE:
                    return number
                if job.state.order == order and job.state.active:
                    self._numbers += 1
                    self._shared[self._numbers] = number
                    return self._numbers
            if len(self._waiting) >= place_limit(asker, MOST_WAITING):
                raise Busy("Several runs are already waiting. Watch the current one, or try again later.")
            askers = [self._jobs[number].asker for number in self._waiting]
            if not may_wait(askers, asker, MOST_WAITING):
                raise Busy("Several of your runs are already waiting. Let them finish first.")
            self._numbers += 1
            self._jobs[self._numbers] = _Job(RunState(order), asker)
            served = "" if self._running is None else self._jobs[self._running].asker
            self._waiting.insert(fair_position(askers, asker, served=served), self._numbers)
            self._next()
            return self._numbers

    def state(self, number: int) -> RunState | None:
        """A run as it is now, or None where it is forgotten."""
        with self._lock:
            job = self._jobs.get(self._run_of(number))
            return job.state if job else None

    def may_stop(self, number: int) -> bool:
        """Whether a number is that of who started the run, and not of somebody who shares it."""
        return number in self._jobs

    @property
    def under_way(self) -> int | None:
        """The number of the run under way."""
        return self._running

    def waiting_before(self, number: int) -> int:
        """How many are done before a run that waits."""
        with self._lock:
            run = self._run_of(number)
            if run not in self._waiting:
                return 0
            return self._waiting.index(run) + (self._running is not None)

    def done(self, plan_text: str) -> RunState | None:
        """The finished run of a plan whose weights are still here, or None."""
        with self._lock:
            for job in reversed(self._jobs.values()):
                if job.state.phase is Phase.DONE and job.state.folder and job.state.order.plan.text == plan_text:
                    return job.state
        return None

    def stop(self, number: int) -> None:
        """Stop a run: its process is ended at once, and leaves nothing behind. Who only shares it changes nothing."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or not job.state.active:
                return
            self._end(number, Phase.STOPPED, "Stopped. Nothing of this run was saved.")
            child = job.child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """End what runs, and take all weights away."""
        with self._lock:
            numbers = [number for number, job in self._jobs.items() if job.state.active]
        for number in numbers:
            self.stop(number)
        for number, job in [*self._jobs.items()]:
            if job.child is not None:
                job.ended.wait(10)
            cleared(self._place(number), whole=True)
        self._folder.cleanup()

    def _next(self) -> None:
        """With the lock held: begin the next run, if none is under way."""
        if self._running is not None or not self._waiting:
            return
        number = self._running = self._waiting.pop(0)
        job = self._jobs[number]
        job.state = replace(job.state, phase=Phase.RUNNING, began=time.monotonic(), doing="the process is started")
        threading.Thread(target=self._run, args=(number, job), name="teaching-desk", daemon=True).start()

    def _run(self, number: int, job: _Job) -> None:
        folder = self._place(number)

        def on_message(message: Message) -> None:
            with self._lock:
                if not job.state.active:
                    return  # it was stopped, and what still comes is for nobody
                if isinstance(message, Ran):
                    _remember(message, folder)
                job.state = job.state.told(message, folder)

        message = _WENT_WRONG
        try:
            with self._lock:
                if job.state.active:
                    job.child = started(self._command)
            if job.child is not None:
                message = followed(job.child, job.state.order, folder, on_message, most_seconds=self._most_seconds)
        except Exception:  # the server goes on, and says that the run did not
            _LOG.exception("a run failed: %s", job.state.order.plan.text)
        finally:
            cleared(folder, whole=job.state.phase is not Phase.DONE)
            with self._lock:
                if job.state.active:
                    self._end(number, Phase.FAILED, message)
                self._running = None
                self._forget()
                self._next()
            job.ended.set()

    def _end(self, number: int, phase: Phase, message: str) -> None:
        """With the lock held."""
        job = self._jobs[number]
        job.state = replace(job.state, phase=phase, message=message)
        if number in self._waiting:
            self._waiting.remove(number)

    def _run_of(self, number: int) -> int:
        """With the lock held: the number of the run that somebody's number stands for."""
        return self._shared.get(number, number)

    def _forget(self) -> None:
        """With the lock held: some finished runs stay with their weights, and of the last others why they failed.

        Those of who holds a class are counted apart, so that nobody in the hall pushes out what the lecturer trained.
        """
        over = {number: job for number, job in self._jobs.items() if not job.state.active}
        finished = [number for number, job in over.items() if job.state.phase is Phase.DONE]
        held = [number for number in finished if over[number].asker.startswith(LECTURER_PREFIX)]
        forgotten = [
            *[number for number in over if number not in finished][:-MOST_FAILED],
            *self._least_wanted(held, KEPT_OF_HOLDERS),
            *self._least_wanted([number for number in finished if number not in held], MOST_KEPT),
        ]
        for number in forgotten:
            cleared(self._place(number), whole=True)
            del self._jobs[number]
        self._shared = {number: run for number, run in self._shared.items() if run in self._jobs}

    def _least_wanted(self, finished: Sequence[int], limit: int) -> list[int]:
        """Those to forget so that ``limit`` stay: the oldest of whoever has the most, and never the last one."""
        kept, forgotten = [*finished], []
        while len(kept) > limit:
            askers = [self._jobs[number].asker for number in kept]
            forgotten.append(max(kept[:-1], key=lambda number: (askers.count(self._jobs[number].asker), -number)))
            kept.remove(forgotten[-1])
        return forgotten

    def _place(self, number: int) -> Path:
        """Where the weights of a run are."""
        return self._folder.path / str(number)


def _remember(ran: Ran, folder: Path) -> None:
    """Have the trained model found by name."""
    known = model_record(ran.plan.model_id)
    about = f"{known.name} after {ran.plan.labels:,} labelled sentences, trained on this server."
    register_finetuned(known, ran.plan.text, folder, about)
