"""The protocol between the server and the process of a run: one request, then messages, a line of JSON each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from components.model.serialisation import from_plain, to_json
from components.teaching.model.datasets import LabelledDataset
from components.teaching.model.plan import Plan
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingStep


@dataclass(frozen=True)
class FineTuningRequest:
    """A run to be done.

    Attributes:
        plan: The run.
        custom_dataset: The visitor's list where the plan is about one, else None.
    """

    plan: Plan
    custom_dataset: LabelledDataset | None = None


@dataclass(frozen=True)
class WorkerRequest:
    """A run as its process is asked for it, with the folder that the trained weights go to."""

    request: FineTuningRequest
    folder: str


@dataclass(frozen=True)
class Status:
    """What is going on, in a few words."""

    text: str


@dataclass(frozen=True)
class RunFailure:
    """Why it cannot be done, in a sentence for visitors."""

    text: str


Message = TrainingStep | HeldOutEvaluation | Status | RunFailure | FineTuningResult
_MESSAGES: Mapping[str, type[Message]] = MappingProxyType(
    {kind.__name__: kind for kind in (TrainingStep, HeldOutEvaluation, Status, RunFailure, FineTuningResult)}
)


def message_line(message: Message) -> str:
    """A message as it is sent, under the name of its class."""
    return to_json({"kind": type(message).__name__, "values": message})


def parse_message(line: str) -> Message:
    """A message as it was sent.

    Raises:
        ValueError: The line is no message.
    """
    envelope = json.loads(line)
    kind = _MESSAGES.get(envelope["kind"])
    if kind is None:
        raise ValueError(f"no message is called {envelope['kind']!r}")
    return from_plain(kind, envelope["values"])
