"""Tours: every stop of those that ship shows what its answer says, and a lecturer makes one."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, packed, tour_file
from pages.parts.lecture.touring import PATHS
from pages.parts.rooms import ROOMS
from tests.pages.conftest import FILL, HOME, messages, opened, run, said

pytestmark = pytest.mark.usefixtures("ready")

PAGE = "pages/tours/page.py"
SCRIPTS = {"": HOME, **{room.path: f"pages/{room.key}/page.py" for room in ROOMS}}
SHIPPED = shipped_tours(PATHS)
EVERY_STOP = {stop.link: stop for tour in SHIPPED.values() for stop in tour.stops}
TWO = Tour("Two views", "", (Stop("/fill-the-blank", "Which word?", "A word."), Stop("/which-bank")))


def bars(app: AppTest) -> list[str]:
    """The names of the custom elements on the page."""
    return [element.proto.component_name for element in app.get("bidi_component")]


@pytest.mark.parametrize("link", EVERY_STOP)
def test_a_stop_shows_what_its_answer_says(link: str) -> None:
    stop = EVERY_STOP[link]
    app = opened(SCRIPTS[stop.path], **stop.parameters, tour="bert-in-45-minutes", stop="1")
    assert stop.question
    assert stop.answer
    assert stop.shows
    assert stop.shows in said(app)
    assert messages(app) == ""
    assert not re.search("The link (says|names)", said(app))
    figures = re.findall(r"\d+\.\d+", stop.answer)  # whatever the answer counts to a decimal place is on the screen
    assert all(figure in said(app) for figure in figures)


def test_every_room_has_a_tour_of_its_own_and_its_stops_say_their_sentence() -> None:
    assert {room.path for room in ROOMS} <= set(SHIPPED)
    for stop in EVERY_STOP.values():
        compares_twins = stop.parameters.get("mode") == "Two models"
        assert compares_twins or "model" not in stop.parameters, "a tour is about the model that a room opens with"


def test_a_stop_draws_the_bar_of_its_tour_and_other_pages_draw_none() -> None:
    assert "riverbank_tour_bar" in bars(opened(FILL, tour="which-bank-in-10-minutes", stop="2"))
    assert "riverbank_tour_bar" not in bars(opened(FILL))


@pytest.mark.parametrize("stop", ["", "0", "-1", "99", "9" * 9, "two", "²"])
def test_a_stop_that_there_is_not_is_another(stop: str) -> None:
    app = opened(FILL, tour="which-bank-in-10-minutes", stop=stop)
    assert "riverbank_tour_bar" in bars(app)
    assert messages(app) == ""


@pytest.mark.parametrize(("tour", "told"), [("no-such", "There is no tour “no-such”"), ("~no", "cut short")])
def test_a_tour_that_there_is_not_is_told_of(tour: str, told: str) -> None:
    app = opened(FILL, tour=tour)
    assert told in messages(app)
    assert "riverbank_tour_bar" not in bars(app)


def test_a_tour_inside_a_link_is_followed() -> None:
    assert "riverbank_tour_bar" in bars(opened(FILL, tour=packed(TWO), stop="1"))


def test_the_page_offers_every_tour() -> None:
    app = opened(PAGE)
    offered = "\n".join(element.value for element in app.markdown)
    for tour in SHIPPED.values():
        assert f"**{tour.title}**" in offered


def test_views_are_added_put_in_order_given_questions_and_left_out() -> None:
    app = opened(FILL, sentence="The cat sat on the [MASK].")
    app.button(key="fill-add-view").click()
    run(app)
    app.switch_page("pages/senses/page.py")
    del app.query_params["sentence"]  # as a browser does
    run(app)
    app.button(key="senses-add-view").click()
    run(app)
    app.switch_page(PAGE)
    run(app)
    assert [text.value for text in app.text if text.value[:2] in ("1.", "2.")] == [
        "1. Fill the blank: The cat sat on the [MASK].",
        "2. Which bank?",
    ]
    app.button(key="own-Later-0").click()
    run(app)
    assert "1. Which bank?" in said(app)
    app.text_input(key="own-question-0-/which-bank").set_value("Which bank is it?")
    run(app)
    (link,) = (element.value for element in app.code)
    assert "/which-bank?tour=" in link
    app.button(key="own-out-1").click()
    run(app)
    assert "2. " not in said(app)


def test_a_file_is_opened_and_one_that_is_none_is_told_of() -> None:
    app = opened(PAGE)
    app.file_uploader(key="own-file").set_value(("tour.json", tour_file(TWO).encode(), "application/json"))
    run(app)
    assert "1. Fill the blank" in said(app)
    assert app.text_input(key="own-tour-title").value == "Two views"
    app = opened(PAGE)
    app.file_uploader(key="own-file").set_value(("tour.json", b"{}", "application/json"))
    run(app)
    assert "not a tour" in messages(app)
