"""The protocol between the server and a run's process: one request, then messages, one line of JSON each."""

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
    """A request for a fine-tuning run.

    Attributes:
        plan: The run.
        custom_dataset: The visitor's dataset if the plan names one, else None.
    """

    plan: Plan
    custom_dataset: LabelledDataset | None = None


@dataclass(frozen=True)
class WorkerRequest:
    """The request as sent to the process, with the folder for the trained weights."""

    request: FineTuningRequest
    folder: str


@dataclass(frozen=True)
class Status:
    """What the process is doing, in a few words."""

    text: str


@dataclass(frozen=True)
class RunFailure:
    """Why the run failed, in a sentence for visitors."""

    text: str


Message = TrainingStep | HeldOutEvaluation | Status | RunFailure | FineTuningResult
_MESSAGES: Mapping[str, type[Message]] = MappingProxyType(
    {kind.__name__: kind for kind in (TrainingStep, HeldOutEvaluation, Status, RunFailure, FineTuningResult)}
)


def message_line(message: Message) -> str:
    """A message as one line, tagged with the name of its class."""
    return to_json({"kind": type(message).__name__, "values": message})


def parse_message(line: str) -> Message:
    """The message that a line holds.

    Raises:
        ValueError: The line is no message.
    """
    envelope = json.loads(line)
    kind = _MESSAGES.get(envelope["kind"])
    if kind is None:
        raise ValueError(f"no message is called {envelope['kind']!r}")
    return from_plain(kind, envelope["values"])
