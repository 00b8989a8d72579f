"""Requests of phones that wait for a change of their class."""

import asyncio
import threading
import time

import pytest
from starlette.testclient import TestClient

from components.classroom import changes, routes
from components.classroom.changes import ChangeWatch
from components.classroom.classes import CLASSES
from components.classroom.entries import ClassQuestion, EntryKind
from tests.components.classroom.test_routes import another_phone, joined
from tests.event_loops import run_in_own_loop

LONG_S = 30.0  # longer than a test may take
ASK = ClassQuestion(EntryKind.GUESS, "blank", "Which word?")


class Versions:
    """Versions that a test sets, and how often they were looked at."""

    def __init__(self) -> None:
        self.current: int | None = 1
        self.looks = 0

    def __call__(self, code: str) -> int | None:
        self.looks += 1
        return self.current


def test_everybody_who_waits_is_told_of_a_change_by_the_same_looks() -> None:
    versions = Versions()
    watch = ChangeWatch(versions, look_s=0.01)

    async def hall() -> float:
        waiting = [asyncio.create_task(watch.wait("BCDFG", 1, LONG_S)) for _ in range(300)]
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in waiting)
        before, versions.current = versions.looks, 2
        start = time.perf_counter()
        await asyncio.gather(*waiting)
        assert versions.looks <= before + 3
        took = time.perf_counter() - start
        await asyncio.sleep(0.1)
        looks = versions.looks
        await asyncio.sleep(0.1)
        assert versions.looks == looks, "nothing is looked at when nobody waits"
        return took

    assert run_in_own_loop(hall()) < LONG_S / 2


@pytest.mark.parametrize("following", [None, 0, 7])
def test_a_class_that_is_gone_or_counts_anew_is_a_change(following: int | None) -> None:
    versions = Versions()
    watch = ChangeWatch(versions, look_s=0.01)

    async def one_phone() -> None:
        waiting = asyncio.create_task(watch.wait("BCDFG", 1, LONG_S))
        await asyncio.sleep(0.05)
        versions.current = following
        await asyncio.wait_for(waiting, LONG_S / 2)

    run_in_own_loop(one_phone())


def test_a_change_just_before_a_phone_waits_is_not_missed() -> None:
    versions = Versions()
    watch = ChangeWatch(versions, look_s=0.01)

    async def two_phones() -> None:
        first = asyncio.create_task(watch.wait("BCDFG", 1, LONG_S))
        await asyncio.sleep(0.05)
        versions.current = 2
        await first
        other = asyncio.create_task(watch.wait("BCDFG", 2, 0.2))  # the class is looked at all the time
        await asyncio.wait_for(watch.wait("BCDFG", 1, LONG_S), LONG_S / 2)
        await other
        await asyncio.wait_for(watch.wait("BCDFG", 1, LONG_S), LONG_S / 2)  # and by nobody before

    run_in_own_loop(two_phones())


def test_without_a_change_a_phone_is_answered_in_time() -> None:
    watch = ChangeWatch(Versions(), look_s=0.01)
    run_in_own_loop(asyncio.wait_for(watch.wait("BCDFG", 1, 0.05), LONG_S / 2))


def test_a_store_that_fails_leaves_nobody_waiting() -> None:
    def broken(code: str) -> int | None:
        raise RuntimeError(code)

    async def one_phone() -> None:
        watch = ChangeWatch(broken, look_s=0.01)
        await asyncio.wait_for(watch.wait("BCDFG", 1, LONG_S), LONG_S / 2)

    run_in_own_loop(one_phone())


def test_one_too_many_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "WAITER_LIMIT", 0)
    run_in_own_loop(asyncio.wait_for(ChangeWatch(Versions()).wait("BCDFG", 1, LONG_S), LONG_S / 2))


def test_a_phone_that_waits_gets_the_new_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "WAIT_S", LONG_S)
    classroom = CLASSES.start()
    phone = joined(another_phone(), classroom)
    known = phone.get(f"/join/{classroom.code}/state").json()["version"]
    assert phone.get(f"/join/{classroom.code}/state?known={known}").status_code == 204, "who does not wait is answered"
    threading.Timer(0.3, lambda: classroom.show("", ASK)).start()
    start = time.perf_counter()
    answer = phone.get(f"/join/{classroom.code}/state?known={known}&wait=1")
    assert answer.json()["ask"]["shown"] == "Which word?"
    assert 0.25 < time.perf_counter() - start < LONG_S / 2
    CLASSES.end(classroom)


def test_a_phone_that_waits_is_told_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "WAIT_S", LONG_S)
    classroom = CLASSES.start()
    phone: TestClient = joined(another_phone(), classroom)
    known = phone.get(f"/join/{classroom.code}/state").json()["version"]
    threading.Timer(0.3, lambda: CLASSES.end(classroom)).start()
    answer = phone.get(f"/join/{classroom.code}/state?known={known}&wait=1")
    assert (answer.status_code, answer.json()["ended"]) == (404, True)
