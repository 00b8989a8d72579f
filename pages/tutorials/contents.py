"""The contents of the page "From your tutorial": kinds of tutorial, their sections, and links to the app's views.

They are read from ``tutorials.json``. An entry has the item's name, the key of a room, the name of a view (omitted for
the room's first one), the settings of the link, and words that its window shows.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pages.parts.links.moved import current_view
from pages.parts.links.parameters import MODE
from pages.parts.rooms import ROOMS, Room

_FILE = Path(__file__).with_name("tutorials.json")


@dataclass(frozen=True)
class TutorialItem:
    """One item of a tutorial, and the link that shows it.

    Attributes:
        name: The item, in the tutorial's terms.
        room: The room that shows it.
        view: The view of the room; empty for its first one.
        settings: Other parameters of the link.
        shows: Words that can be read in the window when the link has opened; tests look for them.
    """

    name: str
    room: Room
    view: str
    settings: Mapping[str, str]
    shows: tuple[str, ...]

    @property
    def link(self) -> dict[str, str]:
        """All parameters of the link."""
        return {MODE: self.view, **self.settings} if self.view else dict(self.settings)


@dataclass(frozen=True)
class Section:
    """A section of a tutorial."""

    title: str
    entries: tuple[TutorialItem, ...]


@dataclass(frozen=True)
class Tutorial:
    """A kind of tutorial.

    Attributes:
        title: Its name on the page, and in the link.
        about: One sentence about such tutorials.
        tour: The name of a tour through much of it; empty if there is none.
        sections: Its sections, in the tutorial's order.
        not_here: Items that the app does not have.
    """

    title: str
    about: str
    tour: str
    sections: tuple[Section, ...]
    not_here: tuple[str, ...]


@cache
def tutorials() -> tuple[Tutorial, ...]:
    """Every tutorial, in the order of the page."""
    return tuple(_tutorial(item) for item in json.loads(_FILE.read_text(encoding="utf-8")))


def _tutorial(item: Mapping[str, Any]) -> Tutorial:
    sections = tuple(Section(part["title"], tuple(map(_entry, part["entries"]))) for part in item["sections"])
    return Tutorial(item["title"], item["about"], item.get("tour", ""), sections, tuple(item["not_here"]))


def _entry(item: Mapping[str, Any]) -> TutorialItem:
    room = next(room for room in ROOMS if room.key == item["room"])
    view, settings = item.get("view", ""), item.get("settings", {})
    moved = current_view(room.path, view)
    if moved is not None:
        room, view, settings = moved.room or room, moved.view, {**moved.settings, **settings}
    return TutorialItem(item["name"], room, view, settings, tuple(item.get("shows", ())))
