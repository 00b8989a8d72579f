"""The end of a tour: the score, what was missed, and what a tour's card says about its stops."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS, load_tour
from pages.tours.tour_list import answer_count_sentence
from tests.pages.conftest import open_page

PAGE = "pages/tours/page.py"
SHIPPED = shipped_tours(PATHS)


def marks(app: AppTest) -> str:
    """The Markdown on the page."""
    return "\n".join(element.value for element in app.markdown)


@pytest.mark.parametrize("score", ["rw-r", "", "rrr", "<b>", "x" * 99])
def test_the_page_after_the_last_stop_says_the_score(score: str) -> None:
    app = open_page(PAGE, finished="which-bank", score=score)
    assert f"The end of “{SHIPPED['which-bank'].title}”" in [each.value for each in app.subheader]
    assert ("**2 of 3 questions**" in marks(app)) is (score == "rw-r")
    assert not app.exception
    assert "Quiz" not in marks(app)
    assert not open_page(PAGE, finished="no-such-tour").exception


def test_the_quiz_is_told_apart_on_the_page_after_the_last_stop() -> None:
    tour = load_tour("which-bank")
    assert (tour.quiz_start, len(tour.stops)) == (4, 7)
    quiz = marks(open_page(PAGE, finished="which-bank", score="rw--rwr"))
    assert "**Quiz: 2 of 3**" in quiz
    assert "**1 of 2 questions**" in quiz
    assert "Quiz" not in marks(open_page(PAGE, finished="which-bank", score="rw"))


@pytest.mark.parametrize(
    ("score", "right", "missed"),
    [
        ("----ww-", 0, ["Quiz 1.", "Quiz 2.", "Quiz 3."]),
        ("w---rw-", 1, ["1.", "Quiz 2.", "Quiz 3."]),
        ("----rrr", 3, []),
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
    app = open_page(PAGE, finished="which-bank", score="rwww---")
    assert "Quiz" not in marks(app)
    assert sum(each.proto.icon == ":material/replay:" for each in app.get("page_link")) == 3


def test_a_longer_list_of_what_was_missed_says_how_long_it_is() -> None:
    app = open_page(PAGE, finished="fill-the-blank", score="w" * 8)
    assert "The first 6 of 8 are:" in marks(app)
    assert sum(each.proto.icon == ":material/replay:" for each in app.get("page_link")) == 6


def test_a_tour_says_at_how_many_stops_there_is_something_to_answer() -> None:
    tour = SHIPPED["which-bank"]
    silent = replace(tour.stops[0], asks=None)
    assert answer_count_sentence(tour) == "You answer at every stop."
    assert answer_count_sentence(replace(tour, stops=(silent, *tour.stops[1:]))) == (
        f"You answer at {len(tour.stops) - 1} stops; the others only show."
    )
    assert answer_count_sentence(replace(tour, stops=(silent,))) == "The stops only show."
    assert "nothing to fill in" in marks(open_page(PAGE))
