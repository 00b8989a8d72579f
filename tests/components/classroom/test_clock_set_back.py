"""A machine's clock that is set back by an hour locks nobody out, and keeps nothing for ever.

A process reads that clock once, when it starts. What another one stored before, of which it has taken the place, is an
hour in the future for it.
"""

import time

import pytest

from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.code_guard import UNKNOWN_CODES, CodeGuard
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.errors import ClassroomError, TryLater
from components.classroom.lecture import LEAD_S, LectureState
from components.classroom.rate_limits import steady_time
from components.classroom.remote_access import PASS_S
from components.classroom.seats import SENDING, SENDING_FROM_ADDRESS, STAYING_FROM_ADDRESS, UNSEEN_LIMIT
from components.classroom.store import IDLE_S, UNJOINED_S, MemoryClassRegistry
from tests.components.classroom.conftest import Clock

HOUR_S = 3600.0
WRITE = ClassQuestion(EntryKind.PAIR, "bank", "Write a sentence with “bank”.")
ADDRESS = "192.0.2.1"


@pytest.fixture
def classroom(classes: ClassDirectory) -> Classroom:
    started = classes.start(ADDRESS)
    started.show("", WRITE)
    return started


def send(classroom: Classroom, token: str, text: str) -> None:
    classroom.send(token, text, WRITE.question_id, text, address=ADDRESS)


def test_a_process_that_runs_notices_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before, guard = steady_time(), CodeGuard()
    for number in range(int(UNKNOWN_CODES.burst)):
        guard.record_unknown(ADDRESS, str(number))
    set_back = time.time() - HOUR_S
    monkeypatch.setattr(time, "time", lambda: set_back)
    assert steady_time() >= before
    assert guard.blocks(ADDRESS)
    assert not guard.blocks("192.0.2.2")
    assert ClassDirectory().start().join()


def test_phones_join_and_send_as_before(classroom: Classroom, clock: Clock) -> None:
    tokens = [classroom.join(ADDRESS) for _ in range(int(STAYING_FROM_ADDRESS.burst))]
    for token in tokens:
        classroom.note_asking(token, ADDRESS)
    for number in range(int(SENDING_FROM_ADDRESS.burst)):
        send(classroom, tokens[number // int(SENDING.burst)], f"Bank {number}.")
    with pytest.raises(TryLater):
        send(classroom, tokens[-1], "A bank too many.")
    clock.now -= HOUR_S
    send(classroom, tokens[0], "A bank.")
    late = classroom.join(ADDRESS)
    classroom.note_asking(late, ADDRESS)
    for _ in range(UNSEEN_LIMIT):
        classroom.join(ADDRESS)
    assert classroom.has_joined(late)


def test_a_window_that_was_closed_leads_no_longer(classroom: Classroom, clock: Clock) -> None:
    classroom.show("../fill", WRITE, window="closed")
    clock.now -= HOUR_S
    assert not classroom.state.lecture.is_led_by_other("next", clock.now)
    classroom.show("../fill", WRITE, window="next")
    clock.now += LEAD_S / 2
    assert classroom.state.lecture.is_led_by_other("closed", clock.now)


def test_the_clock_of_a_lecture_does_not_run_backwards(classroom: Classroom, clock: Clock) -> None:
    classroom.show("../fill", WRITE, stop=("a tour", 0))
    clock.now -= HOUR_S
    assert classroom.lecture_time_s == 0
    classroom.change_lecture(LectureState.restart_clock)
    clock.now += 60
    assert classroom.lecture_time_s == 60


def test_a_pass_that_was_not_used_is_void_and_a_new_one_lets_in(classroom: Classroom, clock: Clock) -> None:
    secret = classroom.remotes.issue_pass()
    clock.now -= HOUR_S
    assert classroom.remotes.pass_left_s == 0
    with pytest.raises(ClassroomError):
        classroom.remotes.use_pass(secret)
    secret = classroom.remotes.issue_pass()
    assert classroom.remotes.pass_left_s == PASS_S
    assert classroom.remotes.admits(classroom.remotes.use_pass(secret))


def test_a_class_whose_lecturer_waits_for_phones_is_kept_from_then_on(classes: ClassDirectory, clock: Clock) -> None:
    waiting = classes.start(ADDRESS)
    clock.now -= HOUR_S
    waiting.record_presence()
    assert waiting.state.last_active == clock.now
    assert classes.find(waiting.code) is not None


def test_no_class_is_kept_for_ever(clock: Clock) -> None:
    classes = ClassDirectory(MemoryClassRegistry(clock), clock=clock)  # a shared store has a clock of its own
    left, joined = classes.start(), classes.start()
    joined.join()
    clock.now -= HOUR_S
    assert all(classes.find(each.code) for each in (left, joined))
    clock.now += HOUR_S + UNJOINED_S
    assert classes.find(left.code) is None
    clock.now += IDLE_S
    assert classes.find(joined.code) is None
