"""The search over the whole app: what is in its catalogue, and that every entry opens what it says."""

from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest

from components.widgets.search_box import SearchEntry
from pages.parts.lecture.touring import PATHS
from pages.parts.modes import LIMIT
from pages.parts.navigation import OTHER_PAGES
from pages.parts.rooms import ROOMS
from pages.parts.search.catalogue import read_catalogue
from pages.parts.search.entries import search_entries, view_address
from tests.browser.every_mode import ROOMS as VIEWS
from tests.pages.conftest import opened, said

BY_PATH = {room.path: room for room in ROOMS}
# Words that students bring from a course, and what they look for.
LOOKED_FOR = {
    "NSP": "how-it-learned",
    "WordPiece": "what-does-it-read",
    "513": "what-does-it-read",
    "GELU": "the-family",
    "temperature": "fill-the-blank",
    "t-SNE": "which-bank",
    "80/10/10": "how-it-learned",
    "logit lens": "fill-the-blank",
    "KL divergence": "what-a-small-one-keeps",
    "NER": "one-encoder-many-heads",
    "causal mask": "what-the-mask-takes-away",
    "RoPE": "where-am-i",
    "ELECTRA": "how-it-learned",
    "learning rate": "teach-it-something",
}


def _views() -> dict[str, tuple[str, str]]:
    """The room and the view that entries lead to, by address."""
    found = {}
    for room in ROOMS:
        for view in read_catalogue().views[room.path]:
            found[view_address(room, view)[2]] = (room.key, view)
    for term in read_catalogue().terms:
        room, view, address = view_address(BY_PATH[term.room], term.view)
        found[address] = (room.key, view)
    return found


def test_every_view_of_every_room_is_in_the_catalogue() -> None:
    assert read_catalogue().views == VIEWS


def test_no_room_has_more_views_than_one_line_holds() -> None:
    assert {path: views for path, views in read_catalogue().views.items() if len(views) > LIMIT} == {}


def test_every_room_page_and_stop_can_be_found_and_no_name_twice() -> None:
    entries = search_entries()
    assert {entry.title for entry in entries if entry.kind == "Room"} == {room.title for room in ROOMS}
    assert {entry.href.strip("/") for entry in entries if entry.kind == "Page"} == {page.path for page in OTHER_PAGES}
    names = Counter((entry.kind, entry.title, entry.place) for entry in entries)
    assert [name for name, count in names.items() if count > 1] == []
    assert {urlsplit(entry.href).path.strip("/") for entry in entries} == {*PATHS, *(page.path for page in OTHER_PAGES)}


@pytest.mark.parametrize(("word", "path"), LOOKED_FOR.items())
def test_words_of_a_course_are_in_the_catalogue(word: str, path: str) -> None:
    fitting = [entry for entry in search_entries() if _holds(entry, word)]
    assert path in {urlsplit(entry.href).path.strip("/") for entry in fitting}


def _holds(entry: SearchEntry, word: str) -> bool:
    return word.lower() in f"{entry.title} {entry.synonyms}".lower()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(("address", "target"), _views().items())
def test_an_entry_opens_the_view_that_it_names(address: str, target: tuple[str, str]) -> None:
    key, view = target
    app = opened(f"pages/{key}/page.py", **dict(parse_qsl(urlsplit(address).query)))
    assert app.session_state["chosen-mode"] == view
    assert app.title[0].value.startswith(next(room.title for room in ROOMS if room.key == key))
    assert "The link says" not in said(app), "part of the link could not be used"
