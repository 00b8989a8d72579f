"""The sentence of a stop: beside its question only if its view reads one, and its own at the home page."""

import pytest

from pages.home.openings import OPENER
from pages.parts.lecture.tour_stop import load_tour
from pages.parts.links.moved import current_view
from pages.parts.links.parameters import MODE, SENTENCE
from pages.parts.rooms import ROOMS
from tests.pages.conftest import HOME, open_page, page_text, run
from tests.pages.test_every_view import INDEPENDENT
from tests.pages.test_tours import PAGE, SCRIPTS, SHIPPED
from tests.rooms import VIEWS

pytestmark = pytest.mark.usefixtures("ready")


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
