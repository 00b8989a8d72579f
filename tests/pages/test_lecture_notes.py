"""The lecturer's page: notes of the stop on the projector, its clock, and commands that the projector carries out."""

import pytest
from streamlit.testing.v1 import AppTest

from components.classroom.classroom import Classroom
from components.classroom.lecture import LectureAction
from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS, load_tour
from tests.pages.conftest import FILL, messages, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

CLASS, TOURS = "pages/classroom/page.py", "pages/tours/page.py"
NAME = "bert-in-45-minutes"
STOPS = shipped_tours(PATHS)[NAME].stops


def projector(place: int) -> AppTest:
    """The projector at a stop of "Masked words", from 0."""
    return open_page(FILL, **STOPS[place].parameters, tour=NAME, stop=str(place + 1), present="1")


def addresses(app: AppTest) -> list[str]:
    """Where the window goes by command."""
    return [
        element.proto.json for element in app.get("bidi_component") if "stop_follower" in element.proto.component_name
    ]


def test_notes_say_the_stop_its_answer_and_the_clock(classroom: Classroom) -> None:
    projector(1)
    app = open_page(CLASS)
    notes = page_text(app) + "\n".join(each.value for each in [*app.markdown, *app.caption])
    assert f"stop 2 of {len(STOPS)}" in notes
    assert STOPS[1].answer in notes
    assert STOPS[2].question in notes
    assert f"0 of {shipped_tours(PATHS)[NAME].minutes} minutes" in notes
    assert messages(app) == ""


def test_a_jump_is_commanded_carried_out_once_and_undone(classroom: Classroom) -> None:
    window = projector(1)
    app = open_page(CLASS)
    app.selectbox(key="lecture-jump").select(3)
    run(app)
    command = classroom.state.lecture.command
    assert (command.action, command.stop) == (LectureAction.GO, 3)
    run(window)
    assert "stop=4" in addresses(window)[0]
    run(window)
    assert "stop=4" not in addresses(window)[0], "a command is carried out once"
    projector(3)
    app = open_page(CLASS)
    app.button(key="lecture-undo").click()
    run(app)
    assert classroom.state.lecture.command.stop == 1
    assert classroom.state.lecture.jumped_from is None


def test_a_window_that_opens_later_does_not_carry_out_what_was_wanted_before(classroom: Classroom) -> None:
    projector(1)
    classroom.change_lecture(lambda lecture, _: lecture.go(5))
    assert "stop=6" not in addresses(projector(3))[0]


def test_the_answer_is_shown_and_hidden_from_the_lecturers_page(classroom: Classroom) -> None:
    window = projector(1)
    assert STOPS[1].shows not in page_text(window)
    app = open_page(CLASS)
    app.button(key="lecture-visibility").click()
    run(app)
    run(window)
    assert STOPS[1].shows in page_text(window)
    run(app)
    app.button(key="lecture-visibility_off").click()
    run(app)
    run(window)
    assert STOPS[1].shows not in page_text(window)


def test_phones_are_asked_again_from_the_lecturers_page(classroom: Classroom) -> None:
    window = projector(1)
    first = classroom.phone_state.question
    app = open_page(CLASS)
    app.button(key="lecture-how_to_vote").click()
    run(app)
    run(window)
    second = classroom.phone_state.question
    assert first is not None
    assert second is not None
    assert second.about == f"{first.about} vote 2"
    assert not [button for button in run(app).button if button.key == "lecture-how_to_vote"]


def test_the_end_of_the_tour_leads_back(classroom: Classroom) -> None:
    count = len(load_tour(NAME).stops)  # with its quiz
    open_page(TOURS, finished=NAME, present="1")
    assert classroom.state.stop == count
    app = open_page(CLASS)
    assert "the end of" in "\n".join(each.value for each in app.markdown)
    app.button(key="lecture-arrow_back").click()
    run(app)
    assert classroom.state.lecture.command.stop == count - 1
