"""The end of a tour: the score, what was missed, and what a tour's card says about its stops."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.tours.tour import pack_tour
from pages.parts.lecture.tour_stop import PATHS, load_tour
from tests.pages.conftest import open_page
from tests.pages.tours.test_tours import SCRIPTS, TWO

PAGE = "pages/tours/page.py"
SHIPPED = shipped_tours(PATHS)


def marks(app: AppTest) -> str:
    """The Markdown on the page."""
    return "\n".join(element.value for element in app.markdown)


@pytest.mark.parametrize("score", ["rwr", "", "rrr", "<b>", "x" * 99])
def test_the_page_after_the_last_stop_says_the_score(score: str) -> None:
    app = open_page(PAGE, finished="which-bank", score=score)
    assert f"The end of “{SHIPPED['which-bank'].title}”" in [each.value for each in app.subheader]
    assert ("**2 of 3 questions**" in marks(app)) is (score == "rwr")
    assert not app.exception
    assert "Quiz" not in marks(app)
    assert not open_page(PAGE, finished="no-such-tour").exception


def test_the_quiz_is_told_apart_on_the_page_after_the_last_stop() -> None:
    tour = load_tour("which-bank")
    assert (tour.quiz_start, len(tour.stops)) == (3, 6)
    quiz = marks(open_page(PAGE, finished="which-bank", score="rw-rwr"))
    assert "**Quiz: 2 of 3**" in quiz
    assert "**1 of 2 questions**" in quiz
    assert "Quiz" not in marks(open_page(PAGE, finished="which-bank", score="rw"))


@pytest.mark.parametrize(
    ("score", "right", "missed"),
    [
        ("---ww-", 0, ["Quiz 1.", "Quiz 2.", "Quiz 3."]),
        ("w--rw-", 1, ["1.", "Quiz 2.", "Quiz 3."]),
        ("---rrr", 3, []),
    ],
)
def test_what_is_listed_as_missed_and_the_score_agree(score: str, right: int, missed: list[str]) -> None:
    app = open_page(PAGE, finished="which-bank", score=score)
    assert f"**Quiz: {right} of 3**" in marks(app)
    links = [each.proto.label for each in app.get("page_link") if each.proto.icon == ":material/replay:"]
    assert [label.split(". ")[0] + "." for label in links] == missed
    assert sum("(not answered)" in label for label in links) == (score[-1] == "-")
    assert ("You did not answer 1 question." in marks(app)) is (score[-1] == "-")


def test_a_quiz_that_was_not_begun_is_not_missed() -> None:
    app = open_page(PAGE, finished="which-bank", score="rww---")
    assert "Quiz" not in marks(app)
    assert sum(each.proto.icon == ":material/replay:" for each in app.get("page_link")) == 2


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("name", ["which-bank", pack_tour(TWO)])
def test_the_stop_before_a_quiz_and_its_first_question_announce_it(name: str) -> None:
    tour = load_tour(name)
    bars_of_stops = [tour_bar_data(name, place) for place in range(len(tour.stops))]
    announced = [place for place, data in enumerate(bars_of_stops) if data["on_label"] == "Quiz"]
    assert announced == ([tour.quiz_start - 1] if tour.quiz_count else [])
    if tour.quiz_count:
        first = tour.stops[tour.quiz_start]
        app = open_page(SCRIPTS[first.path], **first.parameters, tour=name, stop=str(tour.quiz_start + 1))
        assert f"{tour.quiz_count} questions" in marks(app)


def tour_bar_data(name: str, place: int) -> dict[str, Any]:
    """What the bar of a tour is sent at a stop."""
    stop = load_tour(name).stops[place]
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop=str(place + 1))
    (bar,) = (each for each in app.get("bidi_component") if each.proto.component_name == "riverbank_tour_bar")
    data: dict[str, Any] = json.loads(bar.proto.json)
    return data


def test_a_longer_list_of_what_was_missed_says_how_long_it_is() -> None:
    app = open_page(PAGE, finished="fill-the-blank", score="w" * 8)
    assert "The first 6 of 8 are:" in marks(app)
    assert sum(each.proto.icon == ":material/replay:" for each in app.get("page_link")) == 6
