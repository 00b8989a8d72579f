"""The lecturer's page: notes of the stop on the projector, its clock, and commands that the projector carries out."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from components.classroom.classroom import Classroom
from components.classroom.lecture import LectureAction
from components.tours.shipped import shipped_tours
from pages.home.body import LECTURE
from pages.parts.lecture import classes
from pages.parts.lecture.tour_stop import PATHS, load_tour
from pages.parts.markdown import escape_markdown
from tests.pages.conftest import FILL, messages, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

WORDS_A_MINUTE = 120  # slowly, as to people who hear the words for the first time
VOTING_MINUTES = 0.75
CLASS, TOURS = "pages/classroom/page.py", "pages/tours/page.py"
NAME = "fill-the-blank"
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
    projector(0)
    app = open_page(CLASS)
    notes = page_text(app) + "\n".join(each.value for each in [*app.markdown, *app.subheader])
    assert f"stop 1 of {len(STOPS)}" in notes
    assert STOPS[0].answer in notes
    assert STOPS[0].parameters["sentence"].split("[MASK]")[1].strip() in notes, "the question alone does not say it"
    assert STOPS[1].question in notes
    assert f"it is planned for {shipped_tours(PATHS)[NAME].minutes} minutes" in notes
    assert "Do not project this window" in notes
    assert messages(app) == ""


def test_notes_say_what_the_speaker_says_and_does_after_the_answer(classroom: Classroom) -> None:
    stop = shipped_tours(PATHS)[LECTURE].stops[0]
    open_page(FILL, **stop.parameters, tour=LECTURE, stop="1", present="1")
    notes = "\n".join(each.value for each in open_page(CLASS).markdown)
    assert stop.notes is not None
    for text in (stop.notes.say, stop.notes.if_right, stop.notes.if_wrong, f"Say ({stop.notes.minutes} minutes)"):
        assert escape_markdown(text) in notes
    projector(0)
    assert "*Say" not in "\n".join(each.value for each in open_page(CLASS).markdown), "this stop has no such notes"


def test_a_jump_is_commanded_carried_out_once_and_undone(classroom: Classroom) -> None:
    window = projector(0)
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
    assert classroom.state.lecture.command.stop == 0
    assert classroom.state.lecture.jumped_from is None


def test_a_window_that_opens_later_does_not_carry_out_what_was_wanted_before(classroom: Classroom) -> None:
    projector(0)
    classroom.change_lecture(lambda lecture, _: lecture.go(5))
    assert "stop=6" not in addresses(projector(3))[0]


def test_the_answer_is_shown_and_hidden_from_the_lecturers_page(classroom: Classroom) -> None:
    window = projector(0)
    assert STOPS[0].shows not in page_text(window)
    app = open_page(CLASS)
    app.button(key="lecture-visibility").click()
    run(app)
    run(window)
    assert STOPS[0].shows in page_text(window)
    run(app)
    app.button(key="lecture-visibility_off").click()
    run(app)
    run(window)
    assert STOPS[0].shows not in page_text(window)


def test_phones_are_asked_again_from_the_lecturers_page(classroom: Classroom) -> None:
    window = projector(0)
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


def test_phones_are_asked_anew_from_the_lecturers_page_after_the_answer(classroom: Classroom) -> None:
    window = projector(0)
    classroom.join()
    first = classroom.phone_state.question
    assert first is not None
    app = open_page(CLASS)
    assert not [button for button in app.button if button.key == "lecture-replay"], "not before the answer"
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.SHOW))
    run(window)
    assert STOPS[0].shows in page_text(window)
    run(app).button(key="lecture-replay").click()
    for _ in range(2):  # pressed twice
        run(app)
        run(window)
    second = classroom.phone_state.question
    assert second is not None
    assert (second.about, second.vote, second.seen_by) == (f"{first.about} vote 3", 3, 1)
    assert STOPS[0].shows not in page_text(window)
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.ASK_ANEW))
    run(window)
    assert classroom.phone_state.question == second, "it is asked already"
    other = projector(0)  # another session, as after its process was killed
    assert classroom.phone_state.question == second
    assert STOPS[0].shows not in page_text(other)
    notes = "\n".join(each.value for each in run(app).caption)
    assert "Round 2" in notes
    assert [button for button in app.button if button.key == "lecture-how_to_vote"], "a discussion, then another vote"


def test_the_screen_turns_black_from_the_lecturers_page_once(classroom: Classroom) -> None:
    window = projector(0)
    app = open_page(CLASS)
    app.button(key="lecture-videocam_off").click()
    run(app)
    assert classroom.state.lecture.command.action is LectureAction.BLACK
    run(window)
    assert json.loads(addresses(window)[0])["blacks"] is True
    run(window)
    assert json.loads(addresses(window)[0])["blacks"] is False


def test_a_phone_has_the_notes_and_the_projector_but_not_the_class(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    projector(0)
    key = classroom.remotes.use_pass(classroom.remotes.issue_pass())
    monkeypatch.setattr(classes, "_held", lambda: "")
    monkeypatch.setattr(classes, "_held_remote", lambda: f"{classroom.code}.{key}")
    phone = open_page(CLASS, notes="1")
    notes = page_text(phone) + "\n".join(each.value for each in [*phone.markdown, *phone.caption])
    assert classroom.code in notes
    assert STOPS[0].answer in notes
    assert not [button for button in phone.button if button.key == "class-end"]
    phone.button(key="lecture-arrow_forward").click()
    run(phone)
    assert classroom.state.lecture.command.stop == 1
    assert [button.key for button in open_page(CLASS).button] == ["class-start"], "the whole page is the owner's"
    before = classroom.phone_state
    open_page(FILL, present="1")
    assert classroom.phone_state == before, "what a phone opens is not what the projector shows"
    classroom.remotes.disconnect()
    number = classroom.state.lecture.command.number
    phone.button(key="lecture-arrow_forward").click()
    run(phone)
    assert classroom.state.lecture.command.number == number, "a phone that was sent away commands nothing"
    assert "not connected to a class" in page_text(phone)
    assert STOPS[0].answer not in page_text(phone)


def test_a_code_for_the_phone_is_shown_on_request_until_it_is_used(classroom: Classroom) -> None:
    app = open_page(CLASS)
    assert not classroom.remotes.pass_left_s
    assert "works once" not in "\n".join(each.value for each in app.caption)
    app.button(key="class-remote-show").click()
    run(app)
    assert classroom.remotes.pass_left_s
    assert "works once" in "\n".join(each.value for each in app.caption)
    classroom.remotes.use_pass(app.session_state["class-remote-secret"])
    run(app)
    assert "works once" not in "\n".join(each.value for each in app.caption)
    assert "1 phone connected" in page_text(app)
    app.button(key="class-remote-disconnect").click()
    run(app)
    assert classroom.remotes.count == 0


def test_a_projector_whose_process_was_killed_goes_on_where_it_was(classroom: Classroom) -> None:
    window = projector(0)
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.VOTE_AGAIN))
    run(window)
    again = classroom.phone_state.question
    assert again is not None
    assert again.about.endswith("vote 2")
    second = projector(0)  # another session, as in another process
    assert classroom.phone_state.question == again, "answers to the first vote are not replaced"
    assert STOPS[0].shows not in page_text(second)
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.SHOW))
    run(second)
    assert STOPS[0].shows in page_text(second)
    assert STOPS[0].shows in page_text(projector(0))
    assert STOPS[3].shows not in page_text(projector(3)), "another stop begins without its answer"


def test_the_end_of_the_tour_leads_back(classroom: Classroom) -> None:
    count = len(load_tour(NAME).stops)  # with its quiz
    projector(0)
    question = classroom.phone_state.question
    assert question is not None
    classroom.send(classroom.join(), "1", question.question_id, "hill")
    open_page(TOURS, finished=NAME, present="1")
    assert classroom.state.stop == count
    app = open_page(CLASS)
    assert "the end of" in "\n".join(each.value for each in app.subheader)
    assert "All answers (CSV)" in [each.proto.label for each in app.get("download_button")], "what is saved at the end"
    app.button(key="lecture-arrow_back").click()
    run(app)
    assert classroom.state.lecture.command.stop == count - 1


def test_what_is_said_at_a_stop_and_the_time_for_phones_fit_its_minutes() -> None:
    tour = load_tour(LECTURE)
    assert sum(stop.notes.minutes for stop in tour.stops if stop.notes is not None) == tour.minutes
    for stop in tour.stops:
        notes = stop.notes
        assert notes is not None
        outcome = max(notes.if_right, notes.if_wrong, key=len)
        words = " ".join((stop.question, notes.say, outcome, stop.answer)).split()
        assert len(words) / WORDS_A_MINUTE + VOTING_MINUTES <= notes.minutes, stop.question
