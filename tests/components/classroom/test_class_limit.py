"""Somebody who takes all places for classes keeps no lecturer out, and no class with phones gives its place up."""

from collections.abc import Callable

import pytest

from components.classroom.classes import CLASS_LIMIT, ClassDirectory
from components.classroom.store import ClassRegistry
from components.model.user_errors import UserError


@pytest.fixture
def classes(new_registry: Callable[[], ClassRegistry | None]) -> ClassDirectory:
    return ClassDirectory(new_registry())


def test_classes_that_wait_for_their_first_phone_keep_no_lecturer_out(classes: ClassDirectory) -> None:
    """As it was done: 45 addresses take what five lectures leave, and then a lecturer starts a class."""
    lectures = [classes.start(f"192.0.2.{host}") for host in range(CLASS_LIMIT - 45)]
    lectures[0].remotes.use_pass(lectures[0].remotes.issue_pass())  # the lecturer's own phone
    for lecture in lectures[1:]:
        lecture.join()
    taken = [classes.start(f"198.51.100.{host}") for host in range(45)]
    lecturers = classes.start("203.0.113.1")
    assert not taken[0].phone_state.open, "the oldest"
    assert classes.has_ended(taken[0].code)
    assert all(classes.find(each.code) for each in (*lectures, *taken[1:], lecturers))
    lecturers.join()
    for host in range(CLASS_LIMIT):  # over and over, of other addresses
        classes.start(f"198.51.100.{100 + host}")
    assert all(classes.find(each.code) for each in (*lectures, lecturers))
    assert not any(classes.find(each.code) for each in taken)


def test_where_all_classes_have_phones_a_further_one_is_refused(classes: ClassDirectory) -> None:
    started = [classes.start() for _ in range(CLASS_LIMIT)]
    for each in started:
        each.join()
    with pytest.raises(UserError, match=str(CLASS_LIMIT)):
        classes.start()
    assert all(each.phone_state.open for each in started)


def test_one_who_may_start_no_more_takes_no_place_of_another(classes: ClassDirectory) -> None:
    started = [classes.start(f"192.0.2.{host // 2}") for host in range(CLASS_LIMIT)]
    with pytest.raises(UserError):
        classes.start("192.0.2.1")
    assert all(classes.find(each.code) for each in started)
