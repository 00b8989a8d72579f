"""The catalogue of views, terms and synonyms, read from ``catalogue.json``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("catalogue.json")


@dataclass(frozen=True)
class CatalogueTerm:
    """A term of the field, and the view that shows it.

    Attributes:
        term: As textbooks write it.
        room: The path of the room.
        view: The name of the view.
        synonyms: Other words for it, separated by commas.
        settings: Parameters of the link to it.
    """

    term: str
    room: str
    view: str
    synonyms: str
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Catalogue:
    """The views, synonyms and terms that can be searched for.

    Attributes:
        views: The names of each room's views in order, by the room's path.
        synonyms: Other words for each room, by its path, separated by commas.
        terms: Terms of the field.
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
