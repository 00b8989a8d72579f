"""The rooms in order, one column per group, each with a small drawing of the visitor's sentence.

The drawings illustrate what a room is about. They show no computed numbers.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["PathStep", "RoomCard", "room_path"]

_mount = custom_element("riverbank_room_path", Path(__file__).with_name("room_path"))


@dataclass(frozen=True)
class RoomCard:
    """A room. ``key`` selects its drawing; ``href`` is its address."""

    key: str
    title: str
    question: str
    about: str
    href: str


@dataclass(frozen=True)
class PathStep:
    """A group of rooms, in order."""

    name: str
    rooms: Sequence[RoomCard]


def room_path(steps: Sequence[PathStep], words: Sequence[str], *, key: str) -> str | None:
    """Draw the path.

    Args:
        steps: The groups, in order.
        words: The words of the sentence that is drawn.
        key: The widget's key.

    Returns:
        The key of the room that was clicked; None if none was.
    """
    state = _mount(
        key=key,
        data={"steps": [asdict(step) for step in steps], "words": list(words)},
        on_room_change=lambda: None,
    )
    chosen = getattr(state, "room", None)
    return chosen if chosen in {room.key for step in steps for room in step.rooms} else None
