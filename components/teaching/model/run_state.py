"""A run as visitors see it, and how it grows with what its process says."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from components.teaching.model.protocol import FineTuningRequest, Message, Status
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingStep


class RunPhase(StrEnum):
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
        request: What is run.
        phase: How far it is.
        status: What is going on, in a few words.
        steps: What was told of each step so far.
        evaluations: The same of each look.
        result: The result, once it is done.
        folder: Where its weights are, once it is done, and as long as they are kept.
        message: Why it ended otherwise, for visitors.
        started_at: When it began to run, of :func:`time.monotonic`.
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
        """Whether it can be stopped."""
        return self.phase in (RunPhase.WAITING, RunPhase.RUNNING)

    @property
    def progress(self) -> float:
        """How much of its training is done, from 0 to 1; from random weights it is trained once more."""
        return min(1.0, len(self.steps) / (2 * self.request.plan.steps))

    def after_message(self, message: Message, folder: Path) -> "RunState":
        """The same after a message; ``folder`` is where the weights are once there is a result."""
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
