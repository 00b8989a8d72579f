"""A stop of a tour: the page that a link to it opens, its sentence, and what it leaves out on a projector."""

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour
from pages.home.openings import OPENER
from pages.parts.lecture.tour_stop import PATHS, load_tour
from pages.parts.links.moved import current_view
from pages.parts.links.parameters import MODE, SENTENCE
from pages.parts.rooms import DISTILLATION, ROOMS, SPEED
from tests.pages.conftest import HOME, messages, open_page, page_text, run
from tests.pages.test_every_view import INDEPENDENT
from tests.pages.tours.test_tours import (
    EVERY_STOP,
    PAGE,
    SCRIPTS,
    SHIPPED,
    known_numbers,
    numbers_in,
    numbers_on,
    rounds_to,
)
from tests.rooms import VIEWS

pytestmark = pytest.mark.usefixtures("ready")


def elements(app: AppTest) -> list[str]:
    """The names of the custom elements on the page."""
    return [element.proto.component_name for element in app.get("bidi_component")]


@pytest.mark.parametrize("opened", ["", "who-looks-at-whom"])
def test_a_stop_with_another_pages_path_leads_to_its_own_page(opened: str) -> None:
    link = {"tour": "which-bank-in-10-minutes", "stop": "2", "present": "1"}
    stop = shipped_tours(PATHS)[link["tour"]].stops[1]
    assert stop.path not in ("", "who-looks-at-whom")
    app = open_page(SCRIPTS[opened], sentence="I own it.", head="3", **link)
    right = open_page(SCRIPTS[stop.path], **stop.parameters, **link)
    assert app.query_params == right.query_params
    assert page_text(app) == page_text(right)


def test_a_stop_with_the_path_of_a_view_that_moved_stays_where_it_moved_to() -> None:
    tour = Tour("Old", "", (Stop("/half-the-layers?ask=Soft targets", "Which?", "It."),))
    assert "riverbank_tour_bar" in elements(open_page(SCRIPTS[SPEED.path], ask="Soft targets", tour=pack_tour(tour)))
    assert "riverbank_tour_bar" in elements(open_page(SCRIPTS[DISTILLATION.path], tour=pack_tour(tour)))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_stop_has_a_sentence_only_where_its_view_reads_it(name: str) -> None:
    unread = []
    for stop in load_tour(name).stops:
        room = next((room for room in ROOMS if room.path == stop.path), None)
        if room is not None and SENTENCE in stop.parameters:
            view = stop.parameters.get(MODE, VIEWS[room.path][0])
            moved = current_view(room.path, view)
            view = view if moved is None else moved.view
            unread += [stop.link] * (f"{room.key}: {view}" in INDEPENDENT)
    assert unread == []


@pytest.mark.parametrize(("view", "is_read"), [("", True), (VIEWS["where-am-i"][1], False)])
def test_a_view_that_does_not_read_the_sentence_is_added_without_it(view: str, *, is_read: bool) -> None:
    app = open_page(SCRIPTS["where-am-i"], sentence="The cat sat on the mat.", mode=view)
    app.button(key="positions-add-view").click()
    run(app)
    app.switch_page(PAGE)
    run(app)
    assert ("The cat sat on the mat." in page_text(app)) is is_read


def test_a_stop_on_the_home_page_begins_with_its_sentence_whatever_was_typed_there_before() -> None:
    name = "which-bank-in-10-minutes"
    app = open_page(HOME)
    app.text_input(key="stage").set_value("The bank was covered with cash.")
    run(app)
    app.query_params.clear()
    for parameter, value in {"tour": name, "stop": "1", "present": "1"}.items():
        app.query_params[parameter] = value
    run(app)
    app.session_state["tour-answers-shown"] = {(name, 0)}
    run(app)
    assert app.text_input(key="stage").value == OPENER


def projected(stop: Stop, tour: str, place: int) -> AppTest:
    """The page of a stop on a projector, with its answer."""
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=tour, stop=str(place + 1), present="1")
    app.session_state["tour-answers-shown"] = {(tour, place)}
    return run(app)


@pytest.mark.parametrize(
    ("tour", "place"),
    [
        ("which-bank", 2),
        ("the-family", 4),
        ("positions-to-distillation", 9),
        ("what-a-small-one-keeps", 1),
        ("change-its-mind", 3),
        ("inside-a-layer", 6),
        ("inside-a-layer", 23),
    ],
)
def test_a_stop_shows_what_its_answer_says(tour: str, place: int) -> None:
    stop = EVERY_STOP[tour, place]
    app = projected(stop, tour, place)
    assert stop.shows in page_text(app)
    assert messages(app) == ""
    shown = [*numbers_on(app), *known_numbers()]
    assert [each for each in numbers_in(stop.answer) if not any(rounds_to(value, *each) for value in shown)] == []
