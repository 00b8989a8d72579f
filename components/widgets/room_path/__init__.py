"""The way through the rooms: a card for each, with a small drawing of the visitor's own sentence.

The drawings say what a room is about and hold no number: they need no model.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

__all__ = ["RoomCard", "room_path"]

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_room_path",
    html=(_FOLDER / "room_path.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "room_path.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "room_path.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class RoomCard:
    """A room. ``key`` chooses its drawing, ``href`` is its address, for a tab of its own."""

    key: str
    title: str
    about: str
    href: str


def room_path(rooms: Sequence[RoomCard], words: Sequence[str], *, key: str) -> str | None:
    """Draw the cards.

    Args:
        rooms: In the order of the way.
        words: Of the sentence that is drawn.
        key: The widget's key.

    Returns:
        The key of the room that was clicked, if one was.
    """
    found = _mount(
        key=key,
        data={"rooms": [asdict(room) for room in rooms], "words": list(words)},
        on_room_change=lambda: None,
    )
    chosen = getattr(found, "room", None)
    return chosen if chosen in {room.key for room in rooms} else None
