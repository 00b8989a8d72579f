"""Large results of every kind share one limit of bytes, and the limit is the operator's."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter

import numpy as np
import pytest

from cache import sized_cache
from cache.sized_cache import SizedCache, hold_without_turn, share_results
from components.model.memory_budget import DEFAULT_MB, DOWNLOADS_SHARE, RESULTS_SHARE, VARIABLE, memory_bytes
from components.model.run_queue import RunQueue, Turn, yield_turn
from tests.components.waiting import until

PATIENCE_S = 30.0


@pytest.fixture
def line() -> RunQueue:
    return RunQueue(1, look_s=0.01, turn_s=PATIENCE_S)


def test_large_results_of_all_functions_share_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sized_cache, "_LARGE", SizedCache[tuple[object, int]](100, itemgetter(1)))
    computed: list[str] = []

    @share_results(size=len)
    def a(key: str) -> bytes:
        computed.append(f"a {key}")
        return b"a" * 60

    @share_results(size=len)
    def b(key: str) -> bytes:
        computed.append(f"b {key}")
        return b"b" * 30

    assert (a("key"), b("key")) == (b"a" * 60, b"b" * 30)
    a("key")  # kept, and now the more recently used of the two
    b("other")  # 120 bytes: the least recently used one leaves
    b("key")
    assert computed == ["a key", "b key", "b other", "b key"]
    b.clear()
    b("key")
    assert computed[4:] == ["b key"]


def test_a_result_larger_than_the_limit_is_kept_alone() -> None:
    cache = SizedCache[bytes](10, len)
    cache.get("small", lambda: b"x")
    cache.get("large", lambda: b"x" * 50)
    assert cache.get("large", lambda: b"again") == b"x" * 50
    assert cache.get("small", lambda: b"again") == b"again"  # the large one left for it
    assert cache.get("large", lambda: b"again") == b"again"


def test_two_that_compute_the_same_are_counted_once() -> None:
    cache = SizedCache[bytes](10, len)

    def beside() -> bytes:  # another visitor's result for the same key comes first
        cache.get("key", lambda: b"x" * 8)
        return b"x" * 8

    cache.get("key", beside)
    cache.get("second", lambda: b"y" * 2)
    assert cache.get("key", lambda: b"again") == b"x" * 8


def test_a_failed_computation_keeps_nothing() -> None:
    cache = SizedCache[bytes](10, len)
    with pytest.raises(ZeroDivisionError):
        cache.get("key", lambda: bytes(1 // 0))
    assert cache.get("key", lambda: b"x") == b"x"


def test_a_function_is_called_once_for_equal_arguments_whatever_is_told_of_its_progress() -> None:
    calls = []

    @share_results(5)
    def add(first: int, second: int = 1, on_progress: Callable[[int], None] = lambda _: None) -> int:
        calls.append((first, second))
        on_progress(first)
        return first + second

    assert add(1) == add(1, 1) == add(second=1, first=1, on_progress=calls.append) == 2
    assert add(1, 2) == 3
    assert calls == [(1, 1), (1, 2)]


def test_what_stands_for_the_arguments_is_the_key_and_errors_are_not_kept() -> None:
    calls = []

    @share_results(5, by=lambda text, _: len(text))
    def first_letter(text: str, times: int) -> str:
        calls.append(text)
        return text[0] * times

    for times in (1, 2):
        with pytest.raises(IndexError):
            first_letter("", times)
    assert first_letter("ab", 1) == first_letter("cd", 3) == "a"
    assert calls == ["", "", "ab"]


def test_the_least_recently_used_results_leave() -> None:
    calls = []

    @share_results(2)
    def double(number: int) -> int:
        calls.append(number)
        return 2 * number

    for number in (1, 2, 1, 3, 1, 2):
        assert double(number) == 2 * number
    assert calls == [1, 2, 3, 2]


def test_nobody_can_change_an_array_that_others_see() -> None:
    @share_results(1)
    def arrays() -> dict[str, tuple[np.ndarray, ...]]:
        return {"a": (np.zeros(2),)}

    with pytest.raises(ValueError, match="read-only"):
        arrays()["a"][0][0] = 1


def test_one_of_many_computes_and_who_reports_progress_computes_for_itself() -> None:
    begun, go_on = threading.Event(), threading.Event()
    calls: list[str] = []

    @share_results(5)
    def slow(text: str, on_progress: Callable[[], None] | None = None) -> str:
        calls.append(text)
        if on_progress is None:
            begun.set()
            assert go_on.wait(PATIENCE_S)
        return text

    with ThreadPoolExecutor(5) as threads:
        results = [threads.submit(slow, "slow") for _ in range(5)]
        assert begun.wait(PATIENCE_S)
        assert slow("quick", lambda: None) == "quick"
        assert slow("slow", lambda: None) == "slow"
        go_on.set()
        assert {each.result(PATIENCE_S) for each in results} == {"slow"}
    assert sorted(calls) == ["quick", "slow", "slow"]


def test_one_result_that_many_want_holds_up_nobody_else(line: RunQueue) -> None:
    lock, computing, computed = threading.Lock(), threading.Event(), threading.Event()
    waits: list[int] = []

    def compute() -> None:
        turn = Turn(line)
        turn.acquire()
        with hold_without_turn(lock), yield_turn():
            computing.set()
            assert computed.wait(PATIENCE_S)
        turn.release()

    def want() -> None:
        turn = Turn(line)
        turn.arrival = line.next_arrival()
        turn.acquire()
        waits.append(1)
        with hold_without_turn(lock):
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
    with pytest.raises(ZeroDivisionError), hold_without_turn(lock):
        raise ZeroDivisionError
    assert not lock.locked()


@pytest.mark.parametrize(
    ("text", "megabytes"),
    [("", DEFAULT_MB), ("64", 64), ("2000", 2000), ("63", DEFAULT_MB), ("many", DEFAULT_MB), ("-5", DEFAULT_MB)],
)
def test_the_operator_sets_the_limit(text: str, megabytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, text)
    assert memory_bytes() == megabytes * 2**20
    assert memory_bytes(RESULTS_SHARE) + memory_bytes(DOWNLOADS_SHARE) <= memory_bytes()
