"""Caches that share results between visitors without copying them, as ``st.cache_data`` would."""

import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Generic, TypeVar, cast

from components.model.memory_budget import RESULTS_SHARE, memory_bytes

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])


class SizedCache(Generic[Result]):
    """Results by key; the least recently used are dropped when the sum of sizes exceeds a limit.

    Unlike ``st.cache_data``, it does not copy results, and computations may draw on the page.

    Args:
        limit: The largest sum of sizes. A single result is kept even if it is larger.
        size: Returns the size of a result in bytes, or 1 to count results.
    """

    def __init__(self, limit: int, size: Callable[[Result], int]) -> None:
        self._limit, self._size = limit, size
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, tuple[Result, int]] = OrderedDict()
        self._total = 0

    def __contains__(self, key: Hashable) -> bool:
        """Whether there is a result for ``key``."""
        with self._lock:
            return key in self._results

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result for ``key``, computed if it is not cached. Other keys do not wait for the computation."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key][0]
        result = compute()
        self.put(key, result)
        return result

    def put(self, key: Hashable, result: Result) -> None:
        """Store a result for ``key``."""
        size = self._size(result)
        with self._lock:
            self._total += size - self._results.pop(key, (None, 0))[1]
            self._results[key] = (result, size)
            while len(self._results) > 1 and self._total > self._limit:
                self._total -= self._results.popitem(last=False)[1][1]


@dataclass(frozen=True)
class _Sized:
    """A result with its size in bytes."""

    result: Any
    size: int


_LARGE: SizedCache[_Sized] = SizedCache(memory_bytes(RESULTS_SHARE), lambda sized: sized.size)


class LargeResults(Generic[Result]):
    """One kind of result in the cache that all large results share, with one limit for the process.

    Args:
        kind: A unique name of the kind.
        size: Returns the size of a result in bytes.
    """

    def __init__(self, kind: str, size: Callable[[Result], int]) -> None:
        self._kind, self._size = kind, size

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result for ``key``, computed if it is not cached."""

        def compute_with_size() -> _Sized:
            result = compute()
            return _Sized(result, self._size(result))

        result: Result = _LARGE.get((self._kind, key), compute_with_size).result
        return result


def share_results(count: int) -> Callable[[Function], Function]:
    """Share the last ``count`` results of a function by its arguments, but for functions such as ``on_progress``."""
    return _by_arguments(SizedCache[Any](count, lambda _: 1).get)


def share_large_results(size: Callable[[Any], int]) -> Callable[[Function], Function]:
    """The same for large results, as many as fit; ``size`` returns the size of one in bytes."""
    return _by_arguments(LargeResults[Any]("of a function", size).get)


def _by_arguments(get: Callable[[Hashable, Callable[[], Any]], Any]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)

        @wraps(function)
        def shared(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            key = (function, *(value for value in bound.arguments.values() if not callable(value)))
            return get(key, partial(function, *args, **kwargs))

        return cast(Function, shared)

    return decorate
