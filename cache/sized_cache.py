"""A cache for what is large, kept by size: nothing on it is copied."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Found = TypeVar("Found")


class SizedCache(Generic[Found]):
    """What was found, by what it was found for; the least recently used leave when there is too much of it.

    Nothing on it is copied, and what is computed may draw on the page meanwhile: ``st.cache_data`` allows neither.
    """

    def __init__(self, most: int, size: Callable[[Found], int]) -> None:
        self._most, self._size = most, size
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Found] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], Found]) -> Found:
        """What is kept for ``key``, or else computed; visitors who want another do not wait for that."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = compute()
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > 1 and sum(map(self._size, self._kept.values())) > self._most:
                self._kept.popitem(last=False)
        return found
