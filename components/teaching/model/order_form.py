"""The protocol between the server and the process of a run: one request, then messages, a line of JSON each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from components.model.serialisation import from_plain, to_json
from components.teaching.model.labelled import LabelledList
from components.teaching.model.plan import Plan
from components.teaching.model.results import Look, Ran, Step


@dataclass(frozen=True)
class Order:
    """A run to be done.

    Attributes:
        plan: The run.
        own: The visitor's list where the plan is about one, else None.
    """

    plan: Plan
    own: LabelledList | None = None


@dataclass(frozen=True)
class WorkerRequest:
    """A run as its process is asked for it, with the folder that the trained weights go to."""

    order: Order
    folder: str


@dataclass(frozen=True)
class Doing:
    """What is going on, in a few words."""

    text: str


@dataclass(frozen=True)
class Refused:
    """Why it cannot be done, in a sentence for visitors."""

    text: str


Message = Step | Look | Doing | Refused | Ran
_MESSAGES: Mapping[str, type[Message]] = MappingProxyType(
    {kind.__name__: kind for kind in (Step, Look, Doing, Refused, Ran)}
)


def message_line(message: Message) -> str:
    """A message as it is sent, under the name of its class."""
    return to_json({"kind": type(message).__name__, "values": message})


def message_from(line: str) -> Message:
    """A message as it was sent.

    Raises:
        ValueError: The line is no message.
    """
    envelope = json.loads(line)
    kind = _MESSAGES.get(envelope["kind"])
    if kind is None:
        raise ValueError(f"no message is called {envelope['kind']!r}")
    return from_plain(kind, envelope["values"])
