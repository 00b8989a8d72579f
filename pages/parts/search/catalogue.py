"""The catalogue of views, terms and synonyms, as read from its file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("catalogue.json")


@dataclass(frozen=True)
class CatalogueTerm:
    """A word of the field, and the view that shows it.

    Attributes:
        term: As textbooks write it.
        room: The path of the room.
        view: The name of the view.
        synonyms: Other words for it, between commas.
        settings: Parameters of the link with which the view shows it.
    """

    term: str
    room: str
    view: str
    synonyms: str
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Catalogue:
    """What can be searched for beside rooms and tours.

    Attributes:
        views: The views of each room, by its path, in the order of the room.
        synonyms: Other words for each room.
        terms: Words of the field.
    """

    views: Mapping[str, tuple[str, ...]]
    synonyms: Mapping[str, str]
    terms: tuple[CatalogueTerm, ...]


@cache
def read_catalogue() -> Catalogue:
    """The catalogue that ships with the app."""
    content = json.loads(_FILE.read_text(encoding="utf-8"))
    rooms = content["rooms"]
    return Catalogue(
        views={path: tuple(room["views"]) for path, room in rooms.items()},
        synonyms={path: room["synonyms"] for path, room in rooms.items()},
        terms=tuple(CatalogueTerm(**term) for term in content["terms"]),
    )
