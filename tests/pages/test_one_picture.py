"""On a projector a stop of a bundled tour leaves pictures out, and what its answer relies on stays."""

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.tour import Stop
from tests.pages.conftest import messages, open_page, page_text, run
from tests.pages.test_tours import EVERY_STOP, SCRIPTS, known_numbers, numbers_in, numbers_on, rounds_to

pytestmark = pytest.mark.usefixtures("ready")


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
