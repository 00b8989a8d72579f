"""Where classes are kept: in this process, unless the operator names a place that several processes share."""

import threading
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from components.classroom.allowance import Allowance
from components.classroom.entries import Ask, Entry
from components.model.user_errors import UserError

IDLE_S = 3 * 3600.0  # a class that nobody asks anything of for so long is forgotten


class Unreachable(UserError):
    """The place that processes share does not answer."""

    def __init__(self) -> None:
        super().__init__("Classes cannot be reached at the moment. Please try again; nothing that was sent in is lost.")


@dataclass(frozen=True)
class State:
    """What telephones are told. ``version`` grows whenever any of it changes."""

    version: int
    ask: Ask | None
    shows: str
    open: bool


@dataclass(frozen=True)
class Student:
    """A telephone.

    Attributes:
        number: From 1, in the order of joining.
        allowance: How much may be sent in now.
        sent: The telephone's own names for what it has sent in.
    """

    number: int
    allowance: Allowance
    sent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Facts:
    """What there is one of in a class.

    Attributes:
        key: Whoever has it owns the class.
        seen: When somebody last did something, in seconds since 1970.
        state: What telephones are told.
        joining: How many may join now.
        count: Of what was ever sent in.
        left_out: Words; what comes in with one of them is hidden.
    """

    key: str
    seen: float
    state: State
    joining: Allowance
    count: int = 0
    left_out: frozenset[str] = frozenset()


class Store(Protocol):
    """What is kept of one class. Reading is safe at any time, changing within :meth:`changing`."""

    students: MutableMapping[str, Student]  # by token
    entries: MutableMapping[int, Entry]  # by number
    guessed: MutableMapping[tuple[int, str], int]  # by student and question: the number of the guess that counts

    @property
    def facts(self) -> Facts:
        """What there is one of."""
        ...

    @facts.setter
    def facts(self, facts: Facts) -> None: ...

    def changing(self) -> AbstractContextManager[object]:
        """While this is open, nobody else changes the class."""
        ...


class Shelf(Protocol):
    """Holds the stores of all classes, by their codes."""

    def put(self, code: str, facts: Facts) -> Store | None:
        """A new store, or None where the code is taken."""
        ...

    def find(self, code: str) -> Store | None:
        """The store of a code."""
        ...

    def remove(self, code: str) -> None:
        """Forget one."""
        ...

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        ...


@dataclass
class InMemory:
    """A class kept in this process."""

    facts: Facts
    students: MutableMapping[str, Student] = field(default_factory=dict)
    entries: MutableMapping[int, Entry] = field(default_factory=dict)
    guessed: MutableMapping[tuple[int, str], int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def changing(self) -> AbstractContextManager[object]:
        """One thread at a time."""
        return self._lock


class MemoryShelf:
    """Classes kept in this process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._stores: dict[str, InMemory] = {}

    def put(self, code: str, facts: Facts) -> Store | None:
        """A new store; those that nobody uses make room."""
        with self._lock:
            now = self._clock()
            self._stores = {code: one for code, one in self._stores.items() if now - one.facts.seen < IDLE_S}
            if code in self._stores:
                return None
            found = self._stores[code] = InMemory(facts)
            return found

    def find(self, code: str) -> Store | None:
        """The store of a code."""
        return self._stores.get(code)

    def remove(self, code: str) -> None:
        """Forget one."""
        with self._lock:
            self._stores.pop(code, None)

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        now = self._clock()
        with self._lock:
            return [code for code, one in self._stores.items() if now - one.facts.seen < IDLE_S]
