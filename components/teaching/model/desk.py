"""One run at a time on a server, in a process beside it; everybody may watch it."""

import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TextIO, cast

from components.model.checkpoints.registry import record
from components.model.checkpoints.taught import forget, remember
from components.model.user_errors import Busy
from components.teaching.model.order_form import Doing, Order, Refused, message_from, order_line
from components.teaching.model.plan import checked
from components.teaching.model.results import Look, Ran, Step

ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.teaching.model.worker")
MOST_WAITING = 6
MOST_KEPT = 3  # runs whose weights stay, some 90 MB each for a model of 23 million parameters
MOST_SECONDS = 300.0
# Threads that spin while they wait would take the processor from the web server beside them.
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
_DIED = "The run ended before it was done: this machine may lack the memory. Please take a smaller model or batch."
_TOO_LONG = f"That run took longer than {MOST_SECONDS / 60:.0f} minutes. Please take fewer labels or epochs."
_LOG = logging.getLogger(__name__)


class Phase(StrEnum):
    """How far a run is."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True)
class RunState:
    """A run as visitors see it.

    Attributes:
        order: What is run.
        phase: How far it is.
        doing: What is going on, in a few words.
        steps: What was told of each step so far.
        looks: The same of each look.
        ran: The result, once it is done.
        folder: Where its weights are, once it is done, and as long as they are kept.
        message: Why it ended otherwise, for visitors.
        began: When it began to run, of :func:`time.monotonic`.
    """

    order: Order
    phase: Phase = Phase.WAITING
    doing: str = ""
    steps: tuple[Step, ...] = ()
    looks: tuple[Look, ...] = ()
    ran: Ran | None = None
    folder: Path | None = None
    message: str = ""
    began: float = 0.0

    @property
    def active(self) -> bool:
        """Whether it can be stopped."""
        return self.phase in (Phase.WAITING, Phase.RUNNING)

    @property
    def share(self) -> float:
        """How much of its training is done, from 0 to 1; from random weights it is trained once more."""
        return min(1.0, len(self.steps) / (2 * self.order.plan.steps))


@dataclass
class _Job:
    state: RunState
    child: subprocess.Popen[str] | None = None
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
        self._folder = tempfile.TemporaryDirectory(prefix="riverbank-taught-", ignore_cleanup_errors=True)

    def ask(self, order: Order) -> int:
        """Have a run done, or share one that is the same; its number.

        Raises:
            UserError: The plan cannot be run.
            Busy: Too many wait.
        """
        checked(order.plan)
        with self._lock:
            for number, job in reversed(self._jobs.items()):
                if job.state.order == order and (job.state.active or job.state.phase is Phase.DONE):
                    return number
            if len(self._waiting) >= MOST_WAITING:
                raise Busy("Several runs are waiting already. Please watch the one under way, or try again later.")
            self._numbers += 1
            self._jobs[self._numbers] = _Job(RunState(order))
            self._waiting.append(self._numbers)
            self._next()
            return self._numbers

    def state(self, number: int) -> RunState | None:
        """A run as it is now, or None where it is forgotten."""
        with self._lock:
            job = self._jobs.get(number)
            return job.state if job else None

    @property
    def under_way(self) -> int | None:
        """The number of the run under way."""
        return self._running

    def waiting_before(self, number: int) -> int:
        """How many are done before a run that waits."""
        with self._lock:
            if number not in self._waiting:
                return 0
            return self._waiting.index(number) + (self._running is not None)

    def done(self, plan_text: str) -> RunState | None:
        """The finished run of a plan whose weights are still here, or None."""
        with self._lock:
            for job in reversed(self._jobs.values()):
                if job.state.phase is Phase.DONE and job.state.folder and job.state.order.plan.text == plan_text:
                    return job.state
        return None

    def stop(self, number: int) -> None:
        """Stop a run: its process is ended at once, and leaves nothing behind."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or not job.state.active:
                return
            self._end(number, Phase.STOPPED, "Stopped. Nothing of that run is kept.")
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
            _clear(Path(self._folder.name) / str(number), whole=True)
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
        folder = Path(self._folder.name) / str(number)
        message = _DIED
        try:
            with self._lock:
                if job.state.active:
                    job.child = _started(self._command)
            if job.child is not None:
                message = self._followed(job, folder)
        except Exception:  # the server goes on, and says that the run did not
            _LOG.exception("a run failed: %s", job.state.order.plan.text)
        finally:
            _clear(folder, whole=job.state.phase is not Phase.DONE)
            with self._lock:
                if job.state.active:
                    self._end(number, Phase.FAILED, message)
                self._running = None
                self._forget()
                self._next()
            job.ended.set()

    def _followed(self, job: _Job, folder: Path) -> str:
        """Read what a process says until it ends. Returns what to say where it gave no result."""
        child = cast("subprocess.Popen[str]", job.child)
        late = threading.Timer(self._most_seconds, child.kill)
        late.daemon = True
        late.start()
        refused = ""
        try:
            with suppress(OSError):  # it ended before it was asked
                requests = cast("TextIO", child.stdin)
                requests.write(order_line(job.state.order, str(folder)) + "\n")
                requests.flush()
            for line in cast("TextIO", child.stdout):
                message = message_from(line)
                if isinstance(message, Refused):
                    refused = message.text
                with self._lock:
                    if job.state.active:
                        job.state = _with(job.state, message, folder)
        finally:
            in_time = late.is_alive()
            late.cancel()
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                with suppress(OSError):
                    cast("TextIO", pipe).close()
        return refused or (_DIED if in_time else _TOO_LONG)

    def _end(self, number: int, phase: Phase, message: str) -> None:
        """With the lock held."""
        job = self._jobs[number]
        job.state = replace(job.state, phase=phase, message=message)
        if number in self._waiting:
            self._waiting.remove(number)

    def _forget(self) -> None:
        """With the lock held: of runs that are done the last few stay, and their weights."""
        over = [number for number, job in self._jobs.items() if not job.state.active]
        for number in over[:-MOST_KEPT]:
            _clear(Path(self._folder.name) / str(number), whole=True)
            del self._jobs[number]


def _started(command: tuple[str, ...]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | ENVIRONMENT,
        text=True,
        encoding="utf-8",
    )


def _with(state: RunState, message: Step | Look | Doing | Refused | Ran, folder: Path) -> RunState:
    match message:
        case Step():
            return replace(state, steps=(*state.steps, message), doing="training")
        case Look():
            return replace(state, looks=(*state.looks, message))
        case Doing():
            return replace(state, doing=message.text)
        case Ran():
            plan = state.order.plan
            about = f"{record(plan.model_id).name} after {plan.labels:,} labelled sentences, trained on this server."
            remember(record(plan.model_id), plan.text, folder, about)
            return replace(state, phase=Phase.DONE, ran=message, folder=folder, doing="")
    return state


def _clear(folder: Path, *, whole: bool) -> None:
    shutil.rmtree(folder.with_name(f"{folder.name}.partial"), ignore_errors=True)
    if whole:
        forget(folder)
        shutil.rmtree(folder, ignore_errors=True)
