"""Two windows of one lecturer: the one that was opened or used last leads, and the other goes where it is."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from components.classroom.classroom import Classroom
from components.classroom.lecture import LEAD_S, LectureAction
from components.tours.shipped import shipped_tours
from pages.parts.lecture import lead
from pages.parts.lecture.tour_stop import PATHS
from tests.pages.conftest import ATTENTION, FILL, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

NAME = "fill-the-blank"
STOPS = shipped_tours(PATHS)[NAME].stops
PLACE = 0  # a stop of "Masked words" that asks for a word


def window(place: int = PLACE) -> AppTest:
    return open_page(FILL, **STOPS[place].parameters, tour=NAME, stop=str(place + 1), present="1")


def destination(app: AppTest) -> str:
    """Where the window goes because another leads."""
    (address,) = (
        json.loads(element.proto.json)["address"]
        for element in app.get("bidi_component")
        if "stop_follower" in element.proto.component_name
    )
    return str(address)


def go_to(app: AppTest, place: int) -> AppTest:
    """What the browser does with an address of another stop of the room."""
    for name in list(app.query_params):
        del app.query_params[name]
    for name, value in {**STOPS[place].parameters, "tour": NAME, "stop": str(place + 1), "present": "1"}.items():
        app.query_params[name] = value
    return run(app)


def press(app: AppTest, name: str) -> AppTest:
    """Press a key that the bar of the tour hears."""
    {"show": lambda: app.session_state["tour-answers-shown"].add((NAME, PLACE))}[name]()
    return run(app)


def question_key(classroom: Classroom) -> str:
    question = classroom.phone_state.question
    return "" if question is None else question.about


def test_a_window_that_does_nothing_takes_nothing_back(classroom: Classroom) -> None:
    first = window()
    window(3)  # opened last
    assert classroom.state.stop == 3
    run(first)
    assert classroom.state.stop == 3
    assert "stop=4" in destination(first)
    go_to(first, 3)
    assert classroom.state.stop == 3
    assert destination(first) == ""


def test_the_answer_and_the_second_vote_are_the_same_in_both_windows(classroom: Classroom) -> None:
    first, second = window(), window()
    token = classroom.join()
    classroom.send(token, "1", question_key_id(classroom), "bank")
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.VOTE_AGAIN))
    run(second)
    again = question_key(classroom)
    assert again.endswith("vote 2")
    for _ in range(2):
        run(first)
    assert question_key(classroom) == again, "no window asks the first vote again"
    assert "Discuss it" in "".join(each.value for each in first.markdown)
    classroom.send(token, "2", question_key_id(classroom), "company")
    press(second, "show")
    run(first)
    assert STOPS[PLACE].shows in page_text(first)
    (result,) = classroom.results
    assert dict(result.counts) == {"company": 1}
    assert (result.vote, result.first_answered) == (2, 1), "both votes are counted"


def question_key_id(classroom: Classroom) -> str:
    question = classroom.phone_state.question
    assert question is not None
    return question.question_id


def test_the_window_that_is_used_leads_and_the_other_follows(classroom: Classroom) -> None:
    first, second = window(), window()
    leader = classroom.state.lecture.leader
    assert leader == second.session_state["lead-window"]
    press(first, "show")
    assert classroom.state.lecture.leader == first.session_state["lead-window"]
    assert not classroom.phone_state.held_back
    run(second)
    assert STOPS[PLACE].shows in page_text(second)
    go_to(second, 3)
    assert classroom.state.lecture.leader == leader
    run(first)
    assert "stop=4" in destination(first)


def test_a_command_is_carried_out_by_the_window_that_leads(classroom: Classroom) -> None:
    first, second = window(), window()
    classroom.change_lecture(lambda lecture, _: lecture.go(3))
    run(first)
    assert destination(first) == "", "it follows when the other is there"
    run(second)
    assert "stop=4" in destination(second)


def test_a_window_goes_on_when_the_other_is_closed(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    first = window()
    window(3)
    now = lead.steady_time()
    monkeypatch.setattr(lead, "steady_time", lambda: now + LEAD_S)
    run(first)
    assert destination(first) == ""
    assert classroom.state.stop == 3, "it leads when it is used"
    press(first, "show")
    assert (classroom.state.stop, classroom.phone_state.held_back) == (PLACE, False)


NOTE = "Your projector leads the class"


def test_a_page_beside_the_projector_moves_no_phone_until_it_is_told_to(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    projector = window()
    first = question_key(classroom)
    page = open_page(ATTENTION)
    assert question_key(classroom) == first
    assert NOTE not in page_text(page), "it may be the projector, which has left its tour"
    page.session_state["lead-waits-since"] -= LEAD_S
    run(page)
    assert NOTE in page_text(page)
    assert question_key(classroom) == first
    page.button(key="lead-claim").click()
    run(page)
    assert question_key(classroom) == ""
    assert classroom.phone_state.shows.startswith("../who-looks-at-whom")
    assert NOTE not in page_text(page)
    run(projector)
    assert classroom.phone_state.shows.startswith("../who-looks-at-whom"), "it was not used"
    press(projector, "show")
    assert (classroom.state.tour, classroom.state.stop) == (NAME, PLACE)
    page = open_page(ATTENTION)
    now = lead.steady_time()
    monkeypatch.setattr(lead, "steady_time", lambda: now + LEAD_S)
    run(page)
    assert classroom.phone_state.shows.startswith("../who-looks-at-whom"), "the projector was closed"
    assert NOTE not in page_text(page)


def test_a_projector_outside_tours_leads_for_as_long_as_it_is_open(classroom: Classroom) -> None:
    projector = open_page(FILL, present="1")
    shown, leader = classroom.phone_state.shows, classroom.state.lecture.leader
    assert shown.startswith("../fill-the-blank")
    for _ in range(3):  # nobody touches it, for longer than a lead lasts in all
        classroom.change_lecture(lambda lecture, _: lecture.lead(leader, lecture.led_at - LEAD_S / 2))
        run(projector)
    open_page(ATTENTION)
    assert classroom.phone_state.shows == shown
    assert classroom.state.lecture.leader == leader


def test_a_page_that_is_no_projector_leads_only_until_another_is_opened(classroom: Classroom) -> None:
    open_page(ATTENTION)
    assert classroom.phone_state.shows.startswith("../who-looks-at-whom")
    page = open_page(FILL)  # as after a reload
    assert classroom.phone_state.shows.startswith("../fill-the-blank")
    assert NOTE not in page_text(page)


def test_a_window_that_comes_back_in_another_session_follows(classroom: Classroom) -> None:
    asleep = window()
    name = asleep.session_state["lead-window"]
    window(3)
    back = AppTest.from_file(str(asleep._script_path), default_timeout=60)
    back._registered_pages, back._page_hash = asleep._registered_pages, asleep._page_hash
    back.session_state["lead-window"], back.session_state["lead-window-returned"] = name, True
    go_to(back, PLACE)
    assert classroom.state.stop == 3, "nobody has opened or used it"
    assert "stop=4" in destination(run(back))
