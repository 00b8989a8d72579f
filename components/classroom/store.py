"""The data of a class, and where it is kept: in this process, or shared (:mod:`components.classroom.shared`)."""

import threading
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Protocol

from components.classroom.check.questions import CheckSheets
from components.classroom.entries import ClassEntry, ClassQuestion, ClassResult
from components.classroom.lecture import LectureState
from components.classroom.rate_limits import Allowance
from components.classroom.remote_access import RemoteAccess
from components.model.user_errors import UserError

IDLE_S = 3 * 3600.0  # a class without activity for this long is deleted
UNJOINED_S = 600.0  # the same if nobody has joined it
ENDED_S = 1800.0  # for this long the app remembers that a class was ended


class StoreUnreachable(UserError):
    """The store that processes share does not answer."""

    def __init__(self) -> None:
        super().__init__("The server cannot reach its classes. Try again in a moment.")


@dataclass(frozen=True)
class PhoneState:
    """What phones show.

    Attributes:
        version: Incremented with every change.
        question: What students are asked.
        shows: The address of the projector's page; "" if there is none or it is held back.
        open: Whether the class is running.
        held_back: Whether the address is withheld because the page would show the answer.
        about: The topic of the question whose result is on the projector; "" if there is none.
        scored: At the end of a tour, the topics of its quiz, and phones show their scores; else None.
        check: The check that phones show in place of all that, or None.
    """

    version: int
    question: ClassQuestion | None
    shows: str
    open: bool
    held_back: bool = False
    about: str = ""
    scored: tuple[str, ...] | None = None
    check: ClassQuestion | None = None

    @property
    def shown(self) -> "PhoneState":
        """This state, with the check's question in place of the lecture's while the check is open."""
        if self.check is None:
            return self
        return replace(self, question=self.check, shows="", held_back=False, about="", scored=None)


@dataclass(frozen=True)
class Student:
    """A student's phone.

    Attributes:
        number: From 1, in order of joining.
        allowance: What is left of the rate limit for entries.
        sent: The phone's own ids of the entries that were stored.
        has_asked: Whether it has asked for the question since it joined.
    """

    number: int
    allowance: Allowance
    sent: frozenset[str] = frozenset()
    has_asked: bool = False

    @property
    def stays(self) -> bool:
        """Whether the phone has done anything since it joined, so that none takes its place."""
        return self.has_asked or bool(self.sent)


@dataclass(frozen=True)
class AddressUse:
    """What one address uses within a class.

    Attributes:
        staying: What is left of the rate limit for phones that keep their place.
        sending: What is left of the rate limit for entries.
        latest: The tokens of the phones that joined last, in this order.
    """

    staying: Allowance
    sending: Allowance
    latest: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClassState:
    """The settings, counters and limits of a class.

    Attributes:
        key: The lecturer's secret: whoever has it owns the class.
        last_active: When somebody last did something, in seconds since 1970.
        phone: What phones are told.
        student_limit: How many students may join.
        entry_count: The number of entries that were ever sent in.
        blocked_words: Words and phrases; a new entry with one of them is hidden.
        started_from: A digest of the lecturer's address; "" if unknown.
        has_joined: Whether anybody has joined.
        joining_open: Whether new students may join.
        approve_first: Whether new entries are hidden until the lecturer approves them.
        tour: The name or packed form of the tour that the projector is on; "" if it is on none.
        stop: The index of the stop; the number of stops at the end of the tour.
        lecture: The clock of the tour, and what the lecturer's page wants of the projector.
        remote: The lecturer's own phones.
        moderated_count: How often entries were hidden or shown: projectors draw answers anew when it grows.
    """

    key: str
    last_active: float
    phone: PhoneState
    student_limit: int
    entry_count: int = 0
    blocked_words: frozenset[str] = frozenset()
    started_from: str = ""
    has_joined: bool = False
    joining_open: bool = True
    approve_first: bool = False
    tour: str = ""
    stop: int = 0
    lecture: LectureState = field(default_factory=LectureState)
    remote: RemoteAccess = field(default_factory=RemoteAccess)
    moderated_count: int = 0

    @property
    def has_phones(self) -> bool:
        """Whether a student has joined, or the lecturer's own phone."""
        return self.has_joined or bool(self.remote.key_digests)

    @property
    def idle_limit(self) -> float:
        """Seconds without activity after which the class is deleted."""
        return IDLE_S if self.has_joined else UNJOINED_S


class ClassStore(Protocol):
    """The data of one class. Reading is always safe; changes need :meth:`lock`, and read before they write."""

    students: MutableMapping[str, Student]  # by token
    entries: MutableMapping[int, ClassEntry]  # by number
    guessed: MutableMapping[tuple[int, str], int]  # by student and question: the number of the last entry, which counts
    answered: MutableMapping[str, int]  # by question: how many students; counting entries takes too long at every look
    addresses: MutableMapping[str, AddressUse]  # by digest
    results: MutableMapping[str, ClassResult]  # by the topic of the question; not in the state, which phones poll
    checks: MutableMapping[int, CheckSheets]  # by student

    @property
    def state(self) -> ClassState:
        """The state of the class."""
        ...

    @state.setter
    def state(self, state: ClassState) -> None: ...

    def lock(self) -> AbstractContextManager[object]:
        """A context in which nobody else changes the class."""
        ...


class ClassRegistry(Protocol):
    """The stores of all classes, by their codes."""

    def put(self, code: str, state: ClassState) -> ClassStore | None:
        """Create a store, or return None if the code is taken."""
        ...

    def find(self, code: str) -> ClassStore | None:
        """The store of a code."""
        ...

    def remove(self, code: str) -> None:
        """Forget one, but for a while that it was ended."""
        ...

    def has_ended(self, code: str) -> bool:
        """Whether a class with this code was ended by its lecturer a while ago."""
        ...

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        ...


@dataclass
class MemoryClassStore:
    """The data of one class in this process."""

    state: ClassState
    students: MutableMapping[str, Student] = field(default_factory=dict)
    entries: MutableMapping[int, ClassEntry] = field(default_factory=dict)
    guessed: MutableMapping[tuple[int, str], int] = field(default_factory=dict)
    answered: MutableMapping[str, int] = field(default_factory=dict)
    addresses: MutableMapping[str, AddressUse] = field(default_factory=dict)
    results: MutableMapping[str, ClassResult] = field(default_factory=dict)
    checks: MutableMapping[int, CheckSheets] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def lock(self) -> AbstractContextManager[object]:
        """Lock the class for one thread."""
        return self._lock


class MemoryClassRegistry:
    """The stores of all classes of this process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._stores: dict[str, MemoryClassStore] = {}
        self._ended: dict[str, float] = {}  # when

    def put(self, code: str, state: ClassState) -> ClassStore | None:
        """Create a store, or return None if the code is taken. Deletes idle classes."""
        with self._lock:
            now = self._clock()
            self._stores = {code: store for code, store in self._stores.items() if self._in_use(store)}
            self._ended = {code: when for code, when in self._ended.items() if now - when < ENDED_S}
            if code in self._stores or code in self._ended:
                return None
            store = self._stores[code] = MemoryClassStore(state)
            return store

    def find(self, code: str) -> ClassStore | None:
        """The store of a code."""
        store = self._stores.get(code)
        return store if store is not None and self._in_use(store) else None

    def remove(self, code: str) -> None:
        """Forget one, but for a while that it was ended."""
        with self._lock:
            if self._stores.pop(code, None) is not None:
                self._ended[code] = self._clock()

    def has_ended(self, code: str) -> bool:
        """Whether a class with this code was ended by its lecturer a while ago."""
        when = self._ended.get(code)
        return when is not None and self._clock() - when < ENDED_S

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        with self._lock:
            return [code for code, store in self._stores.items() if self._in_use(store)]

    def _in_use(self, store: MemoryClassStore) -> bool:
        return self._clock() - store.state.last_active < store.state.idle_limit
