"""A link to a stop of a tour leads to the stop's page, whichever page it names."""

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.rooms import DISTILLATION, ROOMS, SPEED
from tests.pages.conftest import HOME, open_page, page_text

pytestmark = pytest.mark.usefixtures("ready")

SCRIPTS = {"": HOME, **{room.path: f"pages/{room.key}/page.py" for room in ROOMS}}


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
