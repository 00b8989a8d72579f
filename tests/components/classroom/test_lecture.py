"""The clock of a lecture, and the commands of the lecturer's page to the projector."""

from components.classroom.classroom import Classroom
from components.classroom.lecture import LEAD_S, LectureAction, LectureState
from components.classroom.store import ClassState
from components.model.serialisation import from_json, to_json
from tests.components.classroom.conftest import Clock


def test_the_clock_begins_with_a_tour_and_goes_on_outside_it() -> None:
    clock = Clock()
    classroom = Classroom("BCDFG", clock=clock)
    classroom.show("../tours", None)
    assert classroom.state.lecture.tour == ""
    clock.now += 100
    classroom.show("../which-bank", None, stop=("lecture", 0))
    clock.now += 60
    classroom.show("../the-family", None)  # a room outside the tour
    classroom.show("../which-bank", None, stop=("lecture", 1))
    assert classroom.lecture_time_s == 60.0
    classroom.show("../which-bank", None, stop=("another", 0))
    assert classroom.lecture_time_s == 0.0
    clock.now += 40
    classroom.change_lecture(LectureState.restart_clock)
    assert classroom.lecture_time_s == 0.0


def test_commands_are_numbered_so_that_each_is_carried_out_once() -> None:
    classroom = Classroom("BCDFG")
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.SHOW))
    first = classroom.state.lecture.command
    classroom.change_lecture(lambda lecture, _: lecture.give(LectureAction.SHOW))
    assert classroom.state.lecture.command.number == first.number + 1


def test_a_jump_can_be_undone_and_a_step_forgets_it() -> None:
    lecture = LectureState().go(7, jumped_from=2)
    assert lecture.jumped_from == 2
    assert lecture.command.stop == 7
    assert lecture.on_tour("another", 5.0).jumped_from is None, "a stop of another tour is not the one before"
    assert lecture.go(lecture.jumped_from).jumped_from is None


def test_the_window_that_was_heard_of_leads_until_it_is_closed() -> None:
    clock = Clock()
    classroom = Classroom("BCDFG", clock=clock)
    assert not classroom.state.lecture.is_led_by_other("first", clock.now), "nobody leads yet"
    classroom.show("", None, held_back=True, stop=("lecture", 0), window="first")
    assert classroom.state.lecture.is_led_by_other("second", clock.now)
    assert not classroom.state.lecture.is_led_by_other("first", clock.now)
    clock.now += LEAD_S
    assert not classroom.state.lecture.is_led_by_other("second", clock.now), "it was closed"
    classroom.change_lecture(lambda lecture, now: lecture.lead("first", now))
    assert classroom.state.lecture.is_led_by_other("second", clock.now)
    version = classroom.phone_state.version
    classroom.show("", None, held_back=True, stop=("lecture", 0), window="second")
    assert classroom.state.lecture.leader == "second"
    assert classroom.phone_state.version == version, "phones are not told of it"


def test_a_state_from_before_there_were_commands_can_be_read() -> None:
    state = Classroom("BCDFG").state
    plain = to_json(state)
    assert from_json(ClassState, plain) == state
    without = plain.replace(f',"lecture":{to_json(state.lecture)}', "")
    assert without != plain
    assert from_json(ClassState, without) == state
