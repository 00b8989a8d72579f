"""The state of a run, updated with each message from its process."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from components.teaching.model.protocol import FineTuningRequest, Message, Status
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingStep


class RunPhase(StrEnum):
    """The phase of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True)
class RunState:
    """The state of a run, as visitors see it.

    Attributes:
        request: The run that was asked for.
        phase: Waiting, running, stopped, failed or done.
        status: What the process is doing, in a few words.
        steps: The training steps so far.
        evaluations: The evaluations so far.
        result: The result of a finished run.
        folder: The weights of a finished run, while they are on disk.
        message: Why the run stopped or failed, for visitors.
        started_at: The start, as :func:`time.monotonic` gives it.
    """

    request: FineTuningRequest
    phase: RunPhase = RunPhase.WAITING
    status: str = ""
    steps: tuple[TrainingStep, ...] = ()
    evaluations: tuple[HeldOutEvaluation, ...] = ()
    result: FineTuningResult | None = None
    folder: Path | None = None
    message: str = ""
    started_at: float = 0.0

    @property
    def active(self) -> bool:
        """Whether the run is waiting or running."""
        return self.phase in (RunPhase.WAITING, RunPhase.RUNNING)

    @property
    def progress(self) -> float:
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
                return replace(self, phase=RunPhase.DONE, result=message, folder=folder, status="")
        return self
