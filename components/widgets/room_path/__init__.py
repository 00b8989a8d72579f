"""The path through the rooms in order, a column a step, with a small drawing of the visitor's own sentence for each.

The drawings say what a room is about and hold no number: they need no model.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["PathStep", "RoomCard", "room_path"]

_mount = custom_element("riverbank_room_path", Path(__file__).with_name("room_path"))


@dataclass(frozen=True)
class RoomCard:
    """A room. ``key`` chooses its drawing, ``href`` is its address, for a tab of its own."""

    key: str
    title: str
    question: str
    about: str
    href: str


@dataclass(frozen=True)
class PathStep:
    """A part of the path, and its rooms in order."""

    name: str
    rooms: Sequence[RoomCard]


def room_path(steps: Sequence[PathStep], words: Sequence[str], *, key: str) -> str | None:
    """Draw the path; it says to start at the first room.

    Args:
        steps: In the order of the path.
        words: Of the sentence that is drawn.
        key: The widget's key.

    Returns:
        The key of the room that was clicked, if one was.
    """
    found = _mount(
        key=key,
        data={"steps": [asdict(step) for step in steps], "words": list(words)},
        on_room_change=lambda: None,
    )
    chosen = getattr(found, "room", None)
    return chosen if chosen in {room.key for step in steps for room in step.rooms} else None
