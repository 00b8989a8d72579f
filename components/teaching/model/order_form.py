"""What a run is asked with, and what its process says, a line of JSON each."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from components.teaching.model.plan import Plan, plan_from
from components.teaching.model.results import Look, Ran, Step, as_json, from_json, look_from, step_from


@dataclass(frozen=True)
class Order:
    """A run to be done.

    Attributes:
        plan: The run.
        own: The visitor's list as :func:`~components.teaching.model.labelled.list_text` writes it, where the plan is
            about one; empty otherwise.
    """

    plan: Plan
    own: str = ""

    @property
    def text(self) -> str:
        """All that decides the outcome; a list of one's own is named in the plan by what is in it."""
        return self.plan.text


@dataclass(frozen=True)
class Doing:
    """What is going on, in a few words."""

    text: str


@dataclass(frozen=True)
class Refused:
    """Why it cannot be done, in a sentence for visitors."""

    text: str


Message = Step | Look | Doing | Refused | Ran


def order_line(order: Order, folder: str) -> str:
    """An order as it is sent, with the folder that the trained weights go to."""
    return json.dumps({"plan": order.plan.text, "own": order.own, "folder": folder})


def order_from(line: str) -> tuple[Order, str]:
    """An order as it was sent, and the folder."""
    told = json.loads(line)
    return Order(plan_from(told["plan"]), told["own"]), told["folder"]


def message_line(message: Message) -> str:
    """A message as it is sent."""
    values = as_json(message) if isinstance(message, Ran) else asdict(message)
    return json.dumps({"kind": type(message).__name__, "values": values})


def message_from(line: str) -> Message:
    """A message as it was sent."""
    told = json.loads(line)
    values: dict[str, Any] = told["values"]
    match told["kind"]:
        case "Step":
            return step_from(values)
        case "Look":
            return look_from(values)
        case "Ran":
            return from_json(values)
        case "Doing":
            return Doing(**values)
        case "Refused":
            return Refused(**values)
    raise ValueError(f"no message is called {told['kind']!r}")
