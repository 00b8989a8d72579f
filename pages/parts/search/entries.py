"""All search entries, with their addresses.

Rooms, examples and tours come from their own declarations; views, terms and synonyms from ``catalogue.json``, which
tests compare with the pages.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import shorten
from urllib.parse import urlencode

from components.tours.shipped import shipped_tours
from components.widgets.search_box import SearchEntry
from pages.parts.lecture.tour_stop import stop_address
from pages.parts.links.parameters import MODE
from pages.parts.presenting import app_root
from pages.parts.rooms import PATHS, ROOMS, Room
from pages.parts.search.catalogue import Catalogue, CatalogueTerm, read_catalogue
from pages.parts.search.examples import room_presets

TUTORIALS_PATH = "from-your-tutorial"
TUTORIAL = "tutorial"  # in its link: the kind of tutorial
PAGES = (
    ("Home", "", "start, Riverbank"),
    ("Tours", "tours", "lecture, slides, playlist, make a tour, my tour, add a view to my tour"),
    ("Tutorials", TUTORIALS_PATH, "from your tutorial, course, sections"),
    ("Class", "class", "phones, audience, quiz, students"),
    ("Index", "index", "list of everything, glossary, A to Z"),
)
# The kinds of tutorial on the page of tutorials, by name, with other words for them.
TUTORIALS = (
    (
        "Positions and fine-tuning",
        "position_embeddings.py, bert_mlm_demo.py, bert_sentiment_finetune.py, distillbert_comparison.py, "
        "distilbert_comparison.py, four scripts, lifecycle",
    ),
    ("Notes on encoders", "lecture notes"),
    ("Reference card", "cheat sheet"),
    ("Course with exercises", "homework, exercises"),
    ("Long read with code", "sticky notes, code walkthrough"),
    (
        "Illustrated posts",
        "Jay Alammar, The Illustrated Transformer, The Illustrated BERT, visual guide, A Visual Guide to Using BERT",
    ),
)
LONGEST_TEXT = 90  # characters of an example in the list
_BY_PATH = {room.path: room for room in ROOMS}


@cache
def search_entries() -> tuple[SearchEntry, ...]:
    """All entries, rooms first."""
    catalogue = read_catalogue()
    return (
        *_rooms(catalogue),
        *(_term(term) for term in catalogue.terms),
        *_views(catalogue),
        *_examples(),
        *_stops(),
        *_tutorials(),
        *(SearchEntry("Page", title, "", f"{app_root()}{path}", synonyms) for title, path, synonyms in PAGES),
    )


def view_address(room: Room, view: str, settings: Mapping[str, str] | None = None) -> str:
    """The address of a view with ``settings``; for the first view of a room, without ``mode``."""
    link = dict(settings or {})
    if view != read_catalogue().views[room.path][0]:
        link[MODE] = view
    return f"{app_root()}{room.path}" + (f"?{urlencode(link)}" if link else "")


def _rooms(catalogue: Catalogue) -> Iterator[SearchEntry]:
    for room in ROOMS:
        synonyms = f"{room.question}, {room.about}, {catalogue.synonyms[room.path]}"
        yield SearchEntry("Room", room.title, room.question, f"{app_root()}{room.path}", synonyms)


def _term(term: CatalogueTerm) -> SearchEntry:
    room = _BY_PATH[term.room]
    address = view_address(room, term.view, term.settings)
    return SearchEntry("Term", term.term, f"{room.title} › {term.view}", address, term.synonyms)


def _views(catalogue: Catalogue) -> Iterator[SearchEntry]:
    for room in ROOMS:
        for view in catalogue.views[room.path]:
            yield SearchEntry("View", view, room.name, view_address(room, view))


def _examples() -> Iterator[SearchEntry]:
    for presets in room_presets():
        room = presets.room
        for preset in presets.presets:
            settings = dict(presets.link(preset))
            view = settings.pop(MODE, read_catalogue().views[room.path][0])
            text = shorten(presets.text(preset), LONGEST_TEXT, placeholder=" …")
            place = f"{room.title} › {text}" if text else room.title
            yield SearchEntry("Example", preset.name, place, view_address(room, view, settings))


def _tutorials() -> Iterator[SearchEntry]:
    for title, synonyms in TUTORIALS:
        address = f"{app_root()}{TUTORIALS_PATH}?{urlencode({TUTORIAL: title})}"
        yield SearchEntry("Tutorial", title, "Tutorials", address, synonyms)


def _stops() -> Iterator[SearchEntry]:
    for name, tour in shipped_tours(PATHS).items():
        for number, stop in enumerate(tour.stops):
            title = stop.question or tour.title
            place = f"{tour.title}, stop {number + 1} of {len(tour.stops)}"
            yield SearchEntry("Tour stop", title, place, stop_address(tour, name, number, {}))
