"""Everything that can be searched for, and where it is.

Rooms and tours are what they declare. Views, terms and synonyms stand in ``catalogue.json``; tests hold it against the
pages. A term may name a view by a name that it had before: it leads where links with that name lead.
"""

from collections.abc import Iterator
from functools import cache
from urllib.parse import urlencode

from components.tours.shipped import shipped_tours
from components.widgets.search_box import SearchEntry
from pages.parts.lecture.presenting import app_root
from pages.parts.lecture.touring import PATHS, stop_address
from pages.parts.links.moved import current_view
from pages.parts.modes import MODE
from pages.parts.rooms import ROOMS, Room
from pages.parts.search.catalogue import Catalogue, Term, read_catalogue

PAGES = (
    ("Home", "", "start, Riverbank"),
    ("Tours", "tours", "lecture, slides, playlist"),
    ("Tutorials", "from-your-tutorial", "from your tutorial, course, sections"),
    ("Class", "class", "phones, audience, quiz, students"),
    ("Index", "index", "list of everything, glossary, A to Z"),
)
_BY_PATH = {room.path: room for room in ROOMS}


@cache
def search_entries() -> tuple[SearchEntry, ...]:
    """All entries, rooms first."""
    catalogue = read_catalogue()
    return (
        *_rooms(catalogue),
        *(_term(term) for term in catalogue.terms),
        *_views(catalogue),
        *_stops(),
        *(SearchEntry("Page", title, "", f"{app_root()}{path}", synonyms) for title, path, synonyms in PAGES),
    )


def view_address(room: Room, view: str) -> tuple[Room, str, str]:
    """The room that has a view now, the view's name now, and its address; the name may be one from before."""
    moved = current_view(room.path, view)
    settings: dict[str, str] = {}
    if moved is not None:
        room, view, settings = moved.room or room, moved.view, dict(moved.settings)
    first = read_catalogue().views[room.path][0]
    view = view or first
    link = urlencode({**settings, **({} if view == first else {MODE: view})})
    return room, view, f"{app_root()}{room.path}" + (f"?{link}" if link else "")


def _rooms(catalogue: Catalogue) -> Iterator[SearchEntry]:
    for room in ROOMS:
        synonyms = f"{room.about}, {catalogue.synonyms[room.path]}"
        yield SearchEntry("Room", room.title, room.question, f"{app_root()}{room.path}", synonyms)


def _term(term: Term) -> SearchEntry:
    room, view, address = view_address(_BY_PATH[term.room], term.view)
    return SearchEntry("Term", term.term, f"{room.title} › {view}", address, term.synonyms)


def _views(catalogue: Catalogue) -> Iterator[SearchEntry]:
    for room in ROOMS:
        for view in catalogue.views[room.path]:
            yield SearchEntry("View", view, room.name, view_address(room, view)[2])


def _stops() -> Iterator[SearchEntry]:
    for name, tour in shipped_tours(PATHS).items():
        for number, stop in enumerate(tour.stops):
            title = stop.question or tour.title
            place = f"{tour.title}, stop {number + 1} of {len(tour.stops)}"
            yield SearchEntry("Tour stop", title, place, stop_address(tour, name, number, {}))
