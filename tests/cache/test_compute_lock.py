"""A result that many want at once holds up nobody else, and its lock is released whatever goes wrong."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from cache.compute_lock import hold_compute_lock
from components.model.run_queue import RunQueue, Turn, yield_turn
from tests.components.waiting import until

PATIENCE_S = 30.0


@pytest.fixture
def line() -> RunQueue:
    return RunQueue(1, look_s=0.01, turn_s=PATIENCE_S)


def test_one_result_that_many_want_holds_up_nobody_else(line: RunQueue) -> None:
    lock, computing, computed = threading.Lock(), threading.Event(), threading.Event()
    waits: list[int] = []

    def compute() -> None:
        turn = Turn(line)
        turn.acquire()
        with hold_compute_lock(lock), yield_turn():
            computing.set()
            assert computed.wait(PATIENCE_S)
        turn.release()

    def want() -> None:
        turn = Turn(line)
        turn.arrival = line.next_arrival()
        turn.acquire()
        waits.append(1)
        with hold_compute_lock(lock):
            pass
        turn.release()

    with ThreadPoolExecutor(6) as threads:
        first = threads.submit(compute)
        assert computing.wait(PATIENCE_S)
        others = [threads.submit(want) for _ in range(5)]
        until(lambda: len(waits) == 5 and line.running == 0)
        computed.set()
        for each in (first, *others):
            each.result(PATIENCE_S)
    assert line.running == line.waiting == 0


def test_the_lock_of_a_result_is_released_whatever_goes_wrong(line: RunQueue) -> None:
    lock = threading.Lock()
    with pytest.raises(ZeroDivisionError), hold_compute_lock(lock):
        raise ZeroDivisionError
    assert not lock.locked()
