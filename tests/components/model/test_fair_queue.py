"""Whoever asks again and again waits behind those who have not."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.fair_queue import FairLock, fair_position, may_wait
from components.model.user_errors import Busy
from tests.components.waiting import LONG_ENOUGH, until

ASKERS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=20)


def line(askers: list[str], served: str) -> list[str]:
    actual: list[str] = []
    for asker in askers:
        actual.insert(fair_position(actual, asker, served=served), asker)
    return actual


def test_another_visitor_comes_second_however_many_the_first_has_asked_for() -> None:
    assert line(["a", "a", "a", "a", "b"], "a") == ["b", "a", "a", "a", "a"]
    assert line(["a", "a", "a", "b", "b", "c"], "") == ["a", "b", "c", "a", "b", "a"]
    assert line(["", "", "a", ""], "a") == ["", "", "a", ""]


@given(ASKERS, st.sampled_from(["", "a", "b"]))
def test_nobody_is_served_twice_while_another_waits_for_a_first_turn(askers: list[str], served: str) -> None:
    order = line(askers, served)
    assert sorted(order) == sorted(askers)
    turns = [order[:n].count(first) + (first == served) for n, first in enumerate(order)]
    assert turns == sorted(turns)


def test_half_of_the_places_are_anybodys_most() -> None:
    assert may_wait(["a", "a", "a"], "a", 8)
    assert not may_wait(["a", "b", "a", "a", "a"], "a", 8)
    assert may_wait(["a"] * 4, "b", 8)
    assert may_wait([""] * 7, "", 8)
    assert may_wait([], "a", 1)


def test_threads_get_the_lock_one_by_one_in_fair_order() -> None:
    lock, order, places = FairLock(4, full="full", several="several"), list[str](), dict[str, int]()
    release, holders = threading.Event(), [0, 0]

    def hold(name: str) -> None:
        with lock.hold(name[0], on_wait=lambda ahead: places.setdefault(name, ahead), tick_s=0.01):
            order.append(name)
            holders[0] += 1
            holders[1] = max(holders)
            assert release.wait(LONG_ENOUGH)
            holders[0] -= 1

    threads = []
    for number, name in enumerate(["a1", "a2", "a3", "b1"]):
        threads.append(threading.Thread(target=hold, args=(name,)))
        threads[-1].start()
        until(lambda number=number: len(lock._queue.waiting) == number and order == ["a1"])  # type: ignore[misc]
    assert lock.contended
    with pytest.raises(Busy, match="several"), lock.hold("a", on_wait=lambda _: None, tick_s=1):
        pass
    until(lambda: len(places) == 3)
    release.set()
    for thread in threads:
        thread.join(LONG_ENOUGH)
    assert order == ["a1", "b1", "a2", "a3"]
    assert holders == [0, 1]
    assert not lock.contended


def test_who_gives_up_waiting_leaves_the_line() -> None:
    lock = FairLock(2, full="full", several="several")

    def give_up(_: int) -> None:
        raise TimeoutError

    with lock.hold(on_wait=give_up, tick_s=0):
        with pytest.raises(TimeoutError), lock.hold(on_wait=give_up, tick_s=0):
            pass
        assert not lock.contended
    with lock.hold(on_wait=give_up, tick_s=0):
        pass
