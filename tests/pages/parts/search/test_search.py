"""The search over the whole app: what is in its catalogue, and that every entry opens what it says."""

import json
import shutil
import subprocess
from collections import Counter
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.widgets import search_box
from components.widgets.search_box import SearchEntry
from pages.parts.links.parameters import MODE, STOP, TOUR
from pages.parts.navigation import OTHER_PAGES, OtherPage
from pages.parts.rooms import PAGES, PATHS, ROOMS
from pages.parts.search.catalogue import read_catalogue
from pages.parts.search.entries import TUTORIALS, search_entries, view_address
from pages.parts.search.examples import room_presets
from pages.tutorials.contents import tutorials
from tests.pages.conftest import open_page, page_text, shown_view
from tests.pages.parts.search.searched_terms import ENTER_OPENS, TUTORIAL_TERMS
from tests.rooms import VIEWS
from tests.sampling import first_of_each

BY_PATH = {room.path: room for room in ROOMS}
# Words that students bring from a course, and what they look for.
LOOKED_FOR = {
    "cosine 0.9": "what-goes-wrong",
    "NSP": "how-it-learned",
    "WordPiece": "what-does-it-read",
    "513": "where-am-i",
    "GELU": "the-family",
    "temperature": "what-a-small-one-keeps",
    "t-SNE": "which-bank",
    "80/10/10": "how-it-learned",
    "logit lens": "inside-a-layer",
    "KL divergence": "what-a-small-one-keeps",
    "NER": "one-encoder-many-heads",
    "causal mask": "what-the-mask-takes-away",
    "RoPE": "where-am-i",
    "ELECTRA": "how-it-learned",
    "learning rate": "teach-it-something",
    "capital of France": "fill-the-blank",
    "scientist": "fill-the-blank",
}
NODE = shutil.which("node")
# Examples whose links are made in different ways: the name of each, by the key of its room.
OPENED_EXAMPLES = {
    "fill": "Capital of France",
    "senses": "spring",
    "attention": "Question and answer",
    "positions": "Counting",
    "teaching": "Twenty labels",
    "tasks": "A cook will cook",
    "speed": "A model against itself",
    "family": "Trained longer",
    "mistakes": "Padded on the left",
}


def _views() -> dict[str, tuple[str, str]]:
    """The room and the view that terms with settings lead to, by address."""
    targets = {}
    for term in read_catalogue().terms:
        room = BY_PATH[term.room]
        targets[view_address(room, term.view, term.settings)] = (room.key, term.view)
    plain = {view_address(room, view) for room in ROOMS for view in read_catalogue().views[room.path]}
    return {address: target for address, target in targets.items() if address not in plain}


def _open(entry: SearchEntry) -> AppTest:
    """The page that an entry leads to."""
    address = urlsplit(entry.href)
    path = address.path.strip("/")
    files = {room.path: room.file for room in ROOMS} | {page.path: page.file for page in OTHER_PAGES}
    return open_page(str(files[path].relative_to(PAGES.parent)), **dict(parse_qsl(address.query)))


def test_every_view_of_every_room_is_in_the_catalogue() -> None:
    assert read_catalogue().views == VIEWS


def test_entries_of_views_lead_to_them() -> None:
    addresses = {view_address(room, view): (room.path, view) for room in ROOMS for view in VIEWS[room.path]}
    hrefs = [entry.href for entry in search_entries() if entry.kind == "View"]
    assert sorted(hrefs) == sorted(addresses)
    for href, (path, view) in addresses.items():
        assert where(href) == (path, {} if view == VIEWS[path][0] else {MODE: view})


def test_terms_name_views_that_there_are() -> None:
    named = {(term.room, term.view) for term in read_catalogue().terms}
    assert named <= {(path, view) for path, views in VIEWS.items() for view in views}


def test_every_example_of_every_room_can_be_found() -> None:
    searched = {presets.room.key: tuple(presets.presets) for presets in room_presets()}
    offered = {}
    for room in ROOMS:
        inputs = import_module(f"pages.{room.key}.inputs")
        offered[room.key] = tuple(inputs.BOX.presets if hasattr(inputs, "BOX") else inputs.EXAMPLES.presets)
    assert searched == offered


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


def where(href: str) -> tuple[str, dict[str, str]]:
    """The path and the parameters of an address."""
    address = urlsplit(href)
    return address.path.strip("/"), dict(parse_qsl(address.query))


@pytest.fixture(scope="module")
def results() -> dict[str, list[SearchEntry]]:
    """All hits of the queries, best first, as the browser's own script orders them."""
    if NODE is None:
        pytest.skip("there is no node here")
    matching = (Path(search_box.__file__).parent / "matching.js").as_uri()
    entries = [asdict(entry) for entry in search_entries()]
    script = f"import {{ matches, prepared }} from {json.dumps(matching)};\n"
    script += f"const candidates = prepared({json.dumps(entries)});\n"
    queries = json.dumps([*ENTER_OPENS, *TUTORIAL_TERMS])
    script += f"const hits = {queries}.map((query) => [query, matches(candidates, query)]);\n"
    script += "console.log(JSON.stringify(hits));"
    done = subprocess.run(
        [NODE, "--input-type=module"], input=script, capture_output=True, text=True, check=True, timeout=60
    )
    return {query: [SearchEntry(**hit) for hit in hits] for query, hits in json.loads(done.stdout)}


@pytest.mark.parametrize(("query", "target"), [*ENTER_OPENS.items(), *TUTORIAL_TERMS.items()])
def test_enter_opens_what_was_looked_for(
    results: dict[str, list[SearchEntry]], query: str, target: tuple[str, dict[str, str]]
) -> None:
    assert where(results[query][0].href) == target


def test_the_search_knows_every_kind_of_tutorial_by_its_name() -> None:
    assert [name for name, _ in TUTORIALS] == [tutorial.title for tutorial in tutorials()]


def test_weak_hits_are_dropped_where_there_are_strong_ones(results: dict[str, list[SearchEntry]]) -> None:
    assert {entry.title for entry in results["causal mask"]} == {"Causal mask", "Attention masks"}
    assert {entry.title for entry in results["attention visualisation"]} == {"Attention heads", "bertviz"}


def test_examples_and_stops_of_tours_come_after_rooms_terms_and_views(results: dict[str, list[SearchEntry]]) -> None:
    kinds = [entry.kind for entry in results["attention head"]]
    assert {*kinds} == {"Term", "Room", "View", "Tour stop"}
    named = [kind for kind in kinds if kind != "View"]  # views are also found by the name of their room
    assert named == sorted(named, key=lambda kind: kind == "Tour stop")


def test_either_spelling_and_number_find_the_same(results: dict[str, list[SearchEntry]]) -> None:
    for spelling, other in (
        ("tokenisation", "tokenization"),
        ("attention visualisation", "attention visualization"),
        ("nearest neighbor", "nearest neighbours"),
        ("segment embedding", "segment embeddings"),
    ):
        assert results[spelling] == results[other]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(("address", "target"), first_of_each(_views().items(), lambda case: case[1][0]))
def test_an_entry_opens_the_view_that_it_names(address: str, target: tuple[str, str]) -> None:
    key, view = target
    app = open_page(f"pages/{key}/page.py", **dict(parse_qsl(urlsplit(address).query)))
    assert shown_view(app) == view
    assert app.title[0].value.startswith(next(room.title for room in ROOMS if room.key == key))
    assert "The link says" not in page_text(app), "part of the link could not be used"


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(("key", "name"), OPENED_EXAMPLES.items())
def test_an_entry_opens_the_example_that_it_names(key: str, name: str) -> None:
    presets = next(presets for presets in room_presets() if presets.room.key == key)
    entry = next(
        entry
        for entry in search_entries()
        if (entry.kind, entry.title) == ("Example", name) and entry.place.startswith(presets.room.title)
    )
    app = _open(entry)
    names = [preset.name for preset in presets.presets]
    assert app.title[0].value.startswith(presets.room.title)
    assert app.selectbox(key="example").value == names.index(name)
    link = dict(presets.link(presets.presets[names.index(name)]))
    assert shown_view(app) == link.get(MODE, VIEWS[presets.room.path][0])
    assert "The link says" not in page_text(app), "part of the link could not be used"


def test_entries_of_stops_lead_to_every_stop_of_every_tour() -> None:
    stops = [
        (stop.path, {**stop.parameters, TOUR: name, STOP: str(number)})
        for name, tour in shipped_tours(PATHS).items()
        for number, stop in enumerate(tour.stops, 1)
    ]
    addresses = [urlsplit(entry.href) for entry in search_entries() if entry.kind == "Tour stop"]
    assert [(address.path.strip("/"), dict(parse_qsl(address.query))) for address in addresses] == stops


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("page", OTHER_PAGES[1:], ids=lambda page: page.title)
def test_an_entry_opens_the_page_that_it_names(page: OtherPage) -> None:
    entry = next(entry for entry in search_entries() if (entry.kind, entry.title) == ("Page", page.title))
    heading = _open(entry).title[0].value.partition(" :")[0]
    assert heading.lower() in f"{entry.title}, {entry.synonyms}".lower()
