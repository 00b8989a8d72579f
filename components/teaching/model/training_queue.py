"""The queue of fine-tuning runs: one at a time, in a process of its own, visible to everybody.

Who started a run may stop it; others who request the same share it, while it is active and once it is done. Weights
appear whole or not at all, in a temporary folder, and only the latest are kept. The process is
:mod:`components.teaching.model.worker`.
"""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TextIO, cast, get_args

from components.model.checkpoints.finetuned import register_finetuned, unregister_finetuned
from components.model.checkpoints.registry import model_record
from components.model.fair_queue import LECTURER_PREFIX
from components.model.job_queue import Job, JobPhase, JobQueue, JobState
from components.model.scratch import ScratchFolder
from components.model.serialisation import from_tagged_json, to_json
from components.model.user_errors import UserError
from components.teaching.model.plan import TRAINING_LIMIT_SECONDS, FineTuningRequest, WorkerRequest, check_plan
from components.teaching.model.results import (
    FineTuningResult,
    HeldOutEvaluation,
    Message,
    RunFailure,
    Status,
    TrainingStep,
)

WAITING_LIMIT = 6
UNWATCHED_S = 30.0  # since anybody looked at a run that waits, after which it makes room where all places are taken
KEPT_LIMIT = 3  # finished runs whose weights are kept, about 90 MB each for 23 million parameters
HOLDERS_KEPT_LIMIT = 2  # the same for lecturers of a class
FAILED_LIMIT = 20  # failed runs whose error message is kept
MEASURING_SHARE = 1.0  # of the training’s time limit: for what is measured after it, before the process is killed
ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.teaching.model.worker")
# Threads that busy-wait would take processor time from the web server.
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
_KILLED = "The system stopped the run, probably for lack of memory. Choose a smaller model or batch size."
_DIED = "The run stopped before it was finished. The server’s log may say why. Try again."
_TOO_LONG = (
    "The run took longer than {:.0f} minutes and was stopped. Choose fewer labelled sentences, fewer epochs or a "
    "smaller model."
)

_EXIT_SECONDS = 5.0  # for a process whose pipe is closed
_KILL = -9  # SIGKILL, as the system sends when memory runs out

WorkerProcess = subprocess.Popen[str]


@dataclass(frozen=True, kw_only=True)
class RunState(JobState[FineTuningRequest]):
    """The state of a run, as visitors see it.

    Attributes:
        status: What the process is doing, in a few words.
        steps: The training steps so far.
        evaluations: The evaluations so far.
        result: The result of a finished run.
        folder: The weights of a finished run, while they are on disk.
    """

    status: str = "the process is started"
    steps: tuple[TrainingStep, ...] = ()
    evaluations: tuple[HeldOutEvaluation, ...] = ()
    result: FineTuningResult | None = None
    folder: Path | None = None

    @property
    def fraction_done(self) -> float:
        """The fraction of the training done. The plan's steps are run twice: a second time from random weights."""
        return min(1.0, len(self.steps) / (2 * self.request.plan.steps))

    def after_message(self, message: Message, folder: Path) -> "RunState":
        """The state after a message; ``folder`` holds the weights if the message is the result."""
        match message:
            case TrainingStep():
                return replace(self, steps=(*self.steps, message), status="training")
            case HeldOutEvaluation():
                return replace(self, evaluations=(*self.evaluations, message))
            case Status():
                return replace(self, status=message.text)
            case FineTuningResult():
                return replace(self, phase=JobPhase.DONE, result=message, folder=folder, status="")
        return self


class TrainingQueue(JobQueue[RunState]):
    """The runs of a server process."""

    jobs_name = "runs"
    waiting_limit = WAITING_LIMIT
    kept_limit = FAILED_LIMIT
    abandoned_after = UNWATCHED_S
    stopped_message = "Stopped. Nothing of this run was saved."
    failure_message = "The run failed. Try again, or choose other settings."

    def __init__(self, *, command: tuple[str, ...] = COMMAND, time_limit: float = TRAINING_LIMIT_SECONDS) -> None:
        """``time_limit`` is that of a run's training, in seconds."""
        super().__init__()
        self._command, self._time_limit = command, time_limit
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
            for job in reversed(self._jobs.values()):
                if job.state.request == request and job.state.phase is JobPhase.DONE:
                    return job.number
        return self._submit(RunState(request=request), asker)

    def may_stop(self, number: int) -> bool:
        """Whether a number belongs to the asker who started the run, rather than to one who shares it."""
        with self._lock:
            job = self._jobs.get(number)
            return job is not None and job.number == number

    def finished_run(self, plan_text: str) -> RunState | None:
        """The finished run of a plan, by the plan's key, or None if its weights are gone."""
        with self._lock:
            done = [job.state for job in reversed(self._jobs.values()) if job.state.phase is JobPhase.DONE]
        return next((state for state in done if state.folder and state.request.plan.key == plan_text), None)

    def failure_of(self, plan_text: str) -> str:
        """The error of the latest run of a plan, given by the plan's key; empty if the run did not fail."""
        with self._lock:
            runs = [job.state for job in reversed(self._jobs.values()) if job.state.request.plan.key == plan_text]
        return runs[0].message if runs and runs[0].phase is JobPhase.FAILED else ""

    def stop(self, number: int) -> None:
        """Stop a run and remove its files. Does nothing for an asker who only shares it."""
        if self.may_stop(number):
            super().stop(number)

    def close(self) -> None:
        """Stop all runs and remove all weights."""
        super().close()
        for number in [*self._jobs]:
            remove_files(self._weights_folder(number), whole=True)
        self._folder.cleanup()

    def _run(self, job: Job[RunState]) -> None:
        request, folder = job.state.request, self._weights_folder(job.number)

        def on_message(message: Message) -> None:
            if isinstance(message, FineTuningResult) and job.state.active:
                _register_model(message, folder)
            self._report(job, partial(RunState.after_message, message=message, folder=folder))

        try:
            with self._lock:
                if not job.state.active:
                    return
                child = start_worker(self._command)
                job.interrupt = child.kill
            failure = follow_worker(child, request, folder, on_message, time_limit=self._time_limit)
            if job.state.phase is not JobPhase.DONE:
                raise UserError(failure)
        finally:
            remove_files(folder, whole=job.state.phase is not JobPhase.DONE)

    def _forget(self) -> None:
        """Drop the oldest runs and their weights. The lock must be held.

        Runs of lecturers are counted separately, so that their audience's runs do not displace them.
        """
        ended = [job for job in self._distinct_jobs() if not job.state.active]
        finished = [job for job in ended if job.state.phase is JobPhase.DONE]
        held = [job for job in finished if job.client.startswith(LECTURER_PREFIX)]
        forgotten = [
            *[job for job in ended if job not in finished][: -self.kept_limit],
            *_runs_to_forget(held, HOLDERS_KEPT_LIMIT),
            *_runs_to_forget([job for job in finished if job not in held], KEPT_LIMIT),
        ]
        for job in forgotten:
            remove_files(self._weights_folder(job.number), whole=True)
        self._drop(forgotten)

    def _is_abandoned(self, job: Job[RunState]) -> bool:
        """Whether a run makes room for another: never one that has begun, nor one while there are free places."""
        is_full = len(self._queue.waiting) >= self.waiting_limit
        return is_full and job.state.phase is JobPhase.WAITING and super()._is_abandoned(job)

    def _weights_folder(self, number: int) -> Path:
        """The folder for the weights of a run."""
        return self._folder.path / str(number)


def _runs_to_forget(finished: Sequence[Job[RunState]], limit: int) -> list[Job[RunState]]:
    """The runs to drop so that ``limit`` remain: the oldest of the asker with most runs, never the latest run."""
    remaining, forgotten = [*finished], list[Job[RunState]]()
    while len(remaining) > limit:
        askers = [job.client for job in remaining]
        forgotten.append(max(remaining[:-1], key=lambda job: (askers.count(job.client), -job.number)))
        remaining.remove(forgotten[-1])
    return forgotten


def _register_model(result: FineTuningResult, folder: Path) -> None:
    """Register the fine-tuned model, so that other rooms can open it."""
    known = model_record(result.plan.model_id)
    steps = f", stopped after {result.steps} of {result.plan.steps} steps" if result.steps < result.plan.steps else ""
    about = f"{known.name} after {result.plan.train_size:,} labelled sentences, trained on this server{steps}."
    register_finetuned(known, result.plan.key, folder, about)


def start_worker(command: tuple[str, ...]) -> WorkerProcess:
    """Start a process that waits for a request."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | ENVIRONMENT,
        text=True,
        encoding="utf-8",
    )


def follow_worker(
    child: WorkerProcess,
    request: FineTuningRequest,
    folder: Path,
    on_message: Callable[[Message], None],
    *,
    time_limit: float,
) -> str:
    """Send a process its request, and pass on its messages until it has ended.

    Args:
        child: From :func:`start_worker`.
        request: The run.
        folder: Where the weights go.
        on_message: Called with each message.
        time_limit: The time limit of the training in seconds. The process is killed if it has not ended as long again
            after it.

    Returns:
        The error message for visitors if there was no result.
    """
    whole_limit = time_limit * (1 + MEASURING_SHARE)
    timer = threading.Timer(whole_limit, child.kill)
    timer.daemon = True
    timer.start()
    failure = ""
    requests, replies = cast("TextIO", child.stdin), cast("TextIO", child.stdout)
    try:
        with suppress(OSError):  # it has ended already
            requests.write(to_json(WorkerRequest(request, str(folder), time_limit)) + "\n")
            requests.flush()
        for line in replies:
            message: Message = from_tagged_json(get_args(Message), line)
            if isinstance(message, RunFailure):
                failure = message.text
            on_message(message)
            if isinstance(message, FineTuningResult):  # the last message; leaving by itself takes the process seconds
                child.kill()
                break
    finally:
        with suppress(subprocess.TimeoutExpired):
            child.wait(_EXIT_SECONDS)
        in_time = timer.is_alive()
        timer.cancel()
        killed = child.returncode == _KILL
        child.kill()
        child.wait()
        for pipe in (requests, replies):
            with suppress(OSError):
                pipe.close()
    if failure:
        return failure
    if not in_time:
        return _TOO_LONG.format(whole_limit / 60)
    return _KILLED if killed else _DIED


def remove_files(folder: Path, *, whole: bool) -> None:
    """Remove a run's partial files and, if ``whole``, its finished weights."""
    shutil.rmtree(folder.with_name(f"{folder.name}.partial"), ignore_errors=True)
    if whole:
        unregister_finetuned(folder)
        shutil.rmtree(folder, ignore_errors=True)
