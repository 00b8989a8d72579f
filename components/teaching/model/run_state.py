"""A run as visitors see it, and how it grows with what its process says."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from components.teaching.model.order_form import Doing, Message, Order
from components.teaching.model.results import Look, Ran, Step


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

    def told(self, message: Message, folder: Path) -> "RunState":
        """The same after a message; ``folder`` is where the weights are once there is a result."""
        match message:
            case Step():
                return replace(self, steps=(*self.steps, message), doing="training")
            case Look():
                return replace(self, looks=(*self.looks, message))
            case Doing():
                return replace(self, doing=message.text)
            case Ran():
                return replace(self, phase=Phase.DONE, ran=message, folder=folder, doing="")
        return self
