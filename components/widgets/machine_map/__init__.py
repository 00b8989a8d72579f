"""The rooms around a drawing of the machine, each joined to the part that it is about.

In the top bar it is small, shows which part the page looks at, and opens the large one: it is the menu. On the home
page the large one is there at once. The drawing shows no computed numbers.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["RoomOnMap", "machine_map", "machine_menu"]

_HERE = Path(__file__).parent
_mount = custom_element("riverbank_machine_map", _HERE / "machine_map", base=_HERE.parent / "top_bar.css")


@dataclass(frozen=True)
class RoomOnMap:
    """A room.

    Attributes:
        key: Its key.
        title: Its name.
        question: What it asks.
        part: The part of the machine that it is about: a name of ``LEFT`` or ``RIGHT`` in ``machine_map.js``.
        href: Its address.
    """

    key: str
    title: str
    question: str
    part: str
    href: str


def machine_menu(rooms: Sequence[RoomOnMap], *, here: str | None, key: str) -> str | None:
    """Draw the button that opens the map.

    Args:
        rooms: All rooms.
        here: The part that the page is about; None if it is no room.
        key: The widget's key.

    Returns:
        The key of the room that was clicked; None if none was.
    """
    return _map(rooms, here, key, form="menu")


def machine_map(rooms: Sequence[RoomOnMap], *, key: str) -> str | None:
    """Draw the map itself. Returns the key of the room that was clicked; None if none was."""
    return _map(rooms, None, key, form="map")


def _map(rooms: Sequence[RoomOnMap], here: str | None, key: str, *, form: str) -> str | None:
    data = {"form": form, "rooms": [asdict(room) for room in rooms], "here": here}
    chosen = getattr(_mount(key=key, data=data, on_room_change=lambda: None), "room", None)
    return chosen if chosen in {room.key for room in rooms} else None
