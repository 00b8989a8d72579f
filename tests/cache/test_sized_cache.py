"""Large results of every kind share one limit of bytes, and the limit is the operator's."""

from collections.abc import Callable

import pytest

from cache import sized_cache
from cache.sized_cache import LargeResults, SizedCache, share_results
from components.model.memory_budget import DEFAULT_MB, DOWNLOADS_SHARE, RESULTS_SHARE, VARIABLE, memory_bytes


@pytest.fixture
def shelves(monkeypatch: pytest.MonkeyPatch) -> tuple[LargeResults[bytes], LargeResults[bytes]]:
    monkeypatch.setattr(sized_cache, "_LARGE", SizedCache[sized_cache._Sized](100, lambda sized: sized.size))
    return LargeResults[bytes]("a", len), LargeResults[bytes]("b", len)


def test_kinds_share_one_limit_and_no_results(shelves: tuple[LargeResults[bytes], LargeResults[bytes]]) -> None:
    a, b = shelves
    assert a.get("key", lambda: b"a" * 60) == b"a" * 60
    assert b.get("key", lambda: b"b" * 30) == b"b" * 30
    assert a.get("key", lambda: b"again") == b"a" * 60  # kept, and now the more recently used of the two
    b.get("other", lambda: b"c" * 30)  # 120 bytes: the least recently used one leaves
    assert b.get("key", lambda: b"again") == b"again"
    assert a.get("key", lambda: b"again") == b"a" * 60


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


@pytest.mark.parametrize(
    ("text", "megabytes"),
    [("", DEFAULT_MB), ("64", 64), ("2000", 2000), ("63", DEFAULT_MB), ("many", DEFAULT_MB), ("-5", DEFAULT_MB)],
)
def test_the_operator_sets_the_limit(text: str, megabytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, text)
    assert memory_bytes() == megabytes * 2**20
    assert memory_bytes(RESULTS_SHARE) + memory_bytes(DOWNLOADS_SHARE) <= memory_bytes()
