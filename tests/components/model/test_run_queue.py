"""Threads run in order of arrival, no more of them than may, and nobody is left waiting."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager

import pytest

from components.model.run_queue import RunQueue, Turn, yield_turn
from tests.components.waiting import until

PATIENCE_S = 30.0


class QueueClock:
    """Stands still unless it is set forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def queue(limit: int, clock: Callable[[], float] | None = None) -> RunQueue:
    return RunQueue(limit, look_s=0.01, clock=clock or QueueClock())


def turn(line: RunQueue) -> Turn:
    arrived = Turn(line)
    arrived.arrival = line.next_arrival()
    return arrived


@contextmanager
def threads(count: int = 16) -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(count) as pool:
        yield pool


def done(*futures: "Future[None]") -> None:
    assert not wait_for(futures, PATIENCE_S).not_done
    for future in futures:
        future.result()


def test_no_more_run_at_a_time_than_may() -> None:
    line, lock = queue(3), threading.Lock()
    running, highest = 0, 0

    def work(custom: Turn) -> None:
        nonlocal running, highest
        for _ in range(20):
            custom.acquire()
            with lock:
                running += 1
                highest = max(highest, running)
            with lock:
                running -= 1
            custom.release()

    with threads() as pool:
        done(*(pool.submit(work, turn(line)) for _ in range(16)))
    assert 1 <= highest <= 3
    assert line.running == line.waiting == 0


def test_those_who_arrived_first_run_first_whoever_joins_first() -> None:
    line, order = queue(1), []
    first, turns = turn(line), [turn(line) for _ in range(8)]
    first.acquire()

    def work(number: int) -> None:
        turns[number].acquire()
        order.append(number)
        turns[number].release()

    with threads() as pool:
        futures = []
        for waiting, number in enumerate((5, 0, 7, 2, 1, 6, 4, 3)):
            futures.append(pool.submit(work, number))
            until(lambda n=waiting: line.waiting == n + 1)
        first.release()
        done(*futures)
    assert order == list(range(8))


def test_who_is_cancelled_goes_on_at_once_and_leaves_the_line() -> None:
    line = queue(1)
    first, second, third = turn(line), turn(line), turn(line)
    first.acquire()
    with threads() as pool:
        gone, next_one = pool.submit(second.acquire), pool.submit(third.acquire)
        until(lambda: line.waiting == 2)
        second.cancel()
        assert gone.result(PATIENCE_S) is False
        assert line.waiting == 1
        first.release()
        assert next_one.result(PATIENCE_S) is True
        assert line.running == 1
        third.release()
    assert second.acquire() is False, "a cancelled turn never waits again"


def test_a_turn_that_is_held_stays_held_when_it_is_cancelled() -> None:
    line = queue(1)
    held = turn(line)
    assert held.acquire()
    held.cancel()
    assert line.running == 1
    held.release()
    assert line.running == 0


def test_cancelling_at_any_moment_loses_no_turn() -> None:
    line = queue(2)
    with threads() as pool:
        for _ in range(50):
            turns = [turn(line) for _ in range(6)]

            def work(custom: Turn) -> None:
                if custom.acquire():
                    custom.release()

            futures = [pool.submit(work, each) for each in turns]
            for each in turns[::2]:
                each.cancel()
            done(*futures)
            assert line.running == line.waiting == 0


def test_while_one_waits_for_something_else_another_runs() -> None:
    line, both = queue(1), threading.Barrier(2, timeout=PATIENCE_S)

    def work(custom: Turn) -> None:
        custom.acquire()
        with yield_turn():
            both.wait()  # is passed only if both are here at once
        assert line.running == 1
        custom.release()

    with threads() as pool:
        done(*(pool.submit(work, turn(line)) for _ in range(2)))
    assert line.running == line.waiting == 0


def test_who_comes_back_runs_before_all_who_arrived_later() -> None:
    line, order = queue(1), []
    early, holder, late = turn(line), turn(line), turn(line)
    away, back = threading.Event(), threading.Event()

    def go_away() -> None:
        early.acquire()
        with yield_turn():
            away.set()
            assert back.wait(PATIENCE_S)
        order.append("early")
        early.release()

    def come_late() -> None:
        late.acquire()
        order.append("late")
        late.release()

    with threads() as pool:
        first = pool.submit(go_away)
        assert away.wait(PATIENCE_S)
        holder.acquire()
        second = pool.submit(come_late)
        until(lambda: line.waiting == 1)
        back.set()
        until(lambda: line.waiting == 2)
        holder.release()
        done(first, second)
    assert order == ["early", "late"]


def test_yielding_inside_what_yields_and_without_a_turn_does_nothing() -> None:
    line = queue(1)
    with yield_turn():
        pass
    custom = turn(line)
    custom.acquire()
    with yield_turn(), yield_turn():
        assert line.running == 0
    assert line.running == 1
    custom.release()
    with yield_turn():
        assert line.running == 0
    assert line.running == 0


def test_what_goes_wrong_while_waiting_for_something_else_goes_on_with_the_turn() -> None:
    line = queue(1)
    custom = turn(line)
    custom.acquire()
    with pytest.raises(ZeroDivisionError), yield_turn():
        raise ZeroDivisionError
    assert line.running == 1
    custom.release()


def test_what_goes_wrong_while_waiting_for_the_turn_leaves_the_line() -> None:
    line = queue(1)
    first, second = turn(line), turn(line)
    first.acquire()

    def fail(*_: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        second.acquire(fail)
    assert (line.running, line.waiting) == (1, 0)
    first.release()
    assert line.running == 0


def test_a_turn_counts_for_so_long_and_no_longer() -> None:
    clock = QueueClock()
    line = queue(1, clock)
    slow, next_one = turn(line), turn(line)
    slow.acquire()
    with threads() as pool:
        waiting = pool.submit(next_one.acquire)
        until(lambda: line.waiting == 1)
        clock.now = 0.99
        assert line.ahead_of(next_one) == 0
        assert not next_one.granted.is_set()
        clock.now = 1.0
        assert waiting.result(PATIENCE_S) is True
    slow.release()
    assert line.running == 1, "who held on too long takes nothing from who came after"
    next_one.release()
    assert line.running == 0


def test_two_who_wait_for_each_other_do_not_wait_for_ever() -> None:
    line = RunQueue(1, turn_s=0.05, look_s=0.01)
    lock, locked = threading.Lock(), threading.Event()

    def first(custom: Turn) -> None:
        custom.acquire()
        with lock:
            with yield_turn():
                locked.set()
                until(lambda: line.running == 1)  # the other one, who waits for the lock with the turn in hand
            custom.release()

    def second(custom: Turn) -> None:
        assert locked.wait(PATIENCE_S)
        custom.acquire()
        with lock:
            custom.release()

    with threads() as pool:
        done(pool.submit(first, turn(line)), pool.submit(second, turn(line)))


def test_who_waits_is_told_how_many_are_ahead() -> None:
    line = queue(1)
    text: list[tuple[int, int]] = []
    first, second, third = turn(line), turn(line), turn(line)
    first.acquire()
    with threads() as pool:
        futures = [pool.submit(second.acquire), pool.submit(third.acquire, lambda *notice: text.append(notice))]
        until(lambda: bool(text))
        assert text[0] == (1, 1)
        second.cancel()
        until(lambda: text[-1][0] == 0)
        assert [number for _, number in text] == list(range(1, len(text) + 1))
        first.release()
        assert futures[1].result(PATIENCE_S)
    third.release()
