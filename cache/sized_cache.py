"""The cache of results that all visitors share. Results are not copied, so nobody may change them."""

import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from operator import itemgetter
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from components.model.arrays import make_read_only
from components.model.memory_budget import RESULTS_SHARE, memory_bytes
from components.model.run_queue import yield_turn

Result = TypeVar("Result")
P = ParamSpec("P")


class SizedCache(Generic[Result]):
    """Results by key; the least recently used are dropped when the sum of sizes exceeds a limit.

    Args:
        limit: The largest sum of sizes. A single result is kept even if it is larger.
        size: Returns the size of a result, such as its bytes; without it, results are counted.
    """

    def __init__(self, limit: int, size: Callable[[Result], int] = lambda _: 1) -> None:
        self._limit, self._size = limit, size
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, tuple[Result, int]] = OrderedDict()
        self._computing: WeakValueDictionary[Hashable, threading.Lock] = WeakValueDictionary()
        self._total = 0

    def __contains__(self, key: Hashable) -> bool:
        """Whether there is a result for ``key``."""
        with self._lock:
            return key in self._results

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result for ``key``, computed if it is not cached. Nobody waits for somebody else's computation."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key][0]
        result = compute()
        self.put(key, result)
        return result

    def get_once(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The same, but who needs a result that is being computed waits for it, and lets other scripts run."""
        with self._lock:
            computing = None if key in self._results else self._computing.setdefault(key, threading.Lock())
        if computing is None:
            return self.get(key, compute)
        with hold_without_turn(computing):
            return self.get(key, compute)

    def put(self, key: Hashable, result: Result) -> None:
        """Store a result for ``key``."""
        size = self._size(result)
        with self._lock:
            self._total += size - self._results.pop(key, (None, 0))[1]
            self._results[key] = (result, size)
            while len(self._results) > 1 and self._total > self._limit:
                self._total -= self._results.popitem(last=False)[1][1]

    def drop(self, is_dropped: Callable[[Any], bool]) -> None:
        """Drop the results with these keys."""
        with self._lock:
            for key in [key for key in self._results if is_dropped(key)]:
                self._total -= self._results.pop(key)[1]


@contextmanager
def hold_without_turn(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock. A script that waits for it gives up its turn, which the script that holds it may need."""
    if not lock.acquire(blocking=False):
        with yield_turn():
            lock.acquire()
    try:
        yield
    finally:
        lock.release()


_LARGE: SizedCache[tuple[Any, int]] = SizedCache(memory_bytes(RESULTS_SHARE), itemgetter(1))


class SharedResults(Generic[P, Result]):
    """A function whose results are cached by its arguments; see :func:`share_results`."""

    def __init__(
        self,
        function: Callable[P, Result],
        count: int | None,
        size: Callable[[Result], int],
        by: Callable[..., Hashable] | None,
    ) -> None:
        self._function, self._size, self._by = function, size, by
        self._counted = None if count is None else SizedCache[tuple[Result, int]](count)
        self._signature = inspect.signature(function)
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Result:
        """The cached result of these arguments, computed if there is none."""

        def compute() -> tuple[Result, int]:
            result = self._function(*args, **kwargs)
            freeze_arrays(result)
            return result, self._size(result)

        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        values = bound.arguments.values()
        key: Hashable = tuple(None if callable(value) else value for value in values)
        if self._by is not None:
            key = self._by(*args, **kwargs)
        # Who reports progress computes, since somebody else's progress would not be seen.
        get = self._results.get if any(map(callable, values)) else self._results.get_once
        result: Result = get((self, key), compute)[0]
        return result

    def clear(self) -> None:
        """Drop all results of this function."""
        self._results.drop(lambda key: key[0] is self)

    @property
    def _results(self) -> SizedCache[tuple[Any, int]]:
        return _LARGE if self._counted is None else self._counted


def share_results(
    count: int | None = None, *, size: Callable[[Any], int] = lambda _: 1, by: Callable[..., Hashable] | None = None
) -> Callable[[Callable[P, Result]], SharedResults[P, Result]]:
    """Share the results of a function between all visitors, without copies and by its arguments.

    Of one call at a time for the same arguments the others wait for the result, unless they pass a function such as
    ``on_progress``: then they compute for themselves. Errors are not kept. Arrays in results become read-only.

    Args:
        count: How many results are kept; None for large ones, which share one limit of bytes in the process.
        size: Returns the bytes of a large result.
        by: Returns what stands for the arguments; without it, all of them do but functions.
    """
    return lambda function: SharedResults(function, count, size, by)


def freeze_arrays(value: object) -> None:
    """Make all arrays of a result read-only, in dataclasses and containers, too."""
    if isinstance(value, np.ndarray):
        make_read_only(value)
    elif isinstance(value, (list, tuple)):
        for each in value:
            freeze_arrays(each)
    elif isinstance(value, dict):
        for each in value.values():
            freeze_arrays(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            freeze_arrays(getattr(value, field.name))
