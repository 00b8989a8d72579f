"""One class, held in memory while it lasts: who has joined, what is asked, what was sent in. Nothing is kept after."""

import hmac
import secrets
import string
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from components.classroom.allowance import Allowance
from components.classroom.entries import LONGEST_LABEL, Ask, Entry, Kind, cleaned

MOST_STUDENTS, MOST_ENTRIES, MOST_OF_ONE = 2_000, 10_000, 100
JOINING = (600.0, 0.05)  # students at once, and seconds until the next
SENDING = (4.0, 2.0)  # the same of what one student sends in
TOKEN_BYTES = 16


class Refused(Exception):
    """What was sent in is not taken. The message says why, to a student."""


@dataclass
class _Student:
    number: int
    allowance: Allowance
    sent: set[str] = field(default_factory=set)  # the telephone's own names for it


@dataclass(frozen=True)
class State:
    """What telephones are told. ``version`` grows whenever any of it changes."""

    version: int
    ask: Ask | None
    shows: str
    open: bool


class Classroom:
    """Safe to use from many threads.

    Args:
        code: What students type.
        clock: Seconds since 1970.
    """

    def __init__(self, code: str, *, clock: Callable[[], float] = time.time) -> None:
        self.code, self.key, self.began = code, secrets.token_urlsafe(TOKEN_BYTES), clock()
        self._clock, self._lock = clock, threading.Lock()
        self._joining = Allowance(*JOINING, clock)
        self._students: dict[str, _Student] = {}
        self._entries: dict[int, Entry] = {}
        self._guessed: dict[tuple[int, str], int] = {}  # by student and question: the guess that counts
        self._count, self._left_out = 0, frozenset[str]()
        self._state = State(1, None, "", open=True)
        self.seen = self.began  # when somebody last asked for anything

    @property
    def state(self) -> State:
        """What telephones are told now."""
        return self._state

    @property
    def students(self) -> int:
        """How many have joined."""
        return len(self._students)

    def owned_by(self, key: str) -> bool:
        """Whether this is the key of whoever started the class."""
        return hmac.compare_digest(self.key.encode(), key.encode("utf-8", "replace"))

    def joined(self, token: str) -> bool:
        """Whether a telephone with this token has joined."""
        return token in self._students

    def join(self) -> str:
        """Let a telephone in; its token.

        Raises:
            Refused: The class is full, or too many came at once.
        """
        with self._lock:
            self.seen = self._clock()
            if not self._state.open:
                raise Refused("This class has ended.")
            if len(self._students) >= MOST_STUDENTS:
                raise Refused("This class is full.")
            if not self._joining.take():
                raise Refused("Many are joining at the moment. Please try again.")
            token = secrets.token_urlsafe(TOKEN_BYTES)
            self._students[token] = _Student(len(self._students) + 1, Allowance(*SENDING, self._clock))
            return token

    def show(self, address: str, ask: Ask | None) -> None:
        """Say where the projector is, and what students are asked there."""
        with self._lock:
            self.seen = self._clock()
            if (address, ask) != (self._state.shows, self._state.ask):
                self._state = replace(self._state, version=self._state.version + 1, shows=address, ask=ask)

    def send(self, token: str, name: str, about: str, text: str, label: str = "") -> None:
        """Take something in; what is sent twice under one name counts once, and of guesses a student's last one counts.

        Args:
            token: The telephone's.
            name: What the telephone calls it, so that it can try again where the answer was lost.
            about: What it answers, as :attr:`Ask.about` said it.
            text: What was typed.
            label: What the student calls it.

        Raises:
            Refused: It is not asked for, shows nothing, or comes too soon.
        """
        with self._lock:
            self.seen = self._clock()
            student, ask = self._students.get(token), self._state.ask
            if student is None or not self._state.open:
                raise Refused("This class has ended." if student else "Please open the link of the class again.")
            if name in student.sent:
                return
            if ask is None or ask.about != about:
                raise Refused("The question has changed.")
            said = cleaned(text, ask.longest)
            if not said:
                raise Refused("Please type something.")
            if len(student.sent) >= MOST_OF_ONE or len(self._entries) >= MOST_ENTRIES:
                raise Refused("That is as much as this class takes. Thank you!")
            if not student.allowance.take():
                raise Refused("That was fast. Please wait a moment.")
            student.sent.add(name)
            self._take(student.number, ask, said, cleaned(label, LONGEST_LABEL))

    def _take(self, student: int, ask: Ask, said: str, label: str) -> None:
        if ask.kind is Kind.GUESS:
            said = said.lower()
            self._entries.pop(self._guessed.get((student, ask.about), 0), None)
            self._guessed[student, ask.about] = self._count + 1
        self._count += 1
        words = {word.strip(string.punctuation) for word in f"{said} {label}".casefold().split()}
        hidden = bool(self._left_out & words)
        entry = Entry(self._count, student, ask.kind, ask.about, said, label, self._clock(), hidden)
        self._entries[entry.number] = entry

    def entries(self, kind: Kind | None = None, about: str | None = None, *, hidden: bool = False) -> tuple[Entry, ...]:
        """What was sent in, in order; what is hidden only where it is asked for."""
        with self._lock:
            every = tuple(self._entries.values())
        return tuple(
            one
            for one in every
            if kind in (None, one.kind) and about in (None, one.about) and (hidden or not one.hidden)
        )

    def counts(self, about: str) -> tuple[tuple[str, int], ...]:
        """The guesses of a question and how often each was made, the most frequent first."""
        return tuple(Counter(one.text for one in self.entries(Kind.GUESS, about)).most_common())

    def hide(self, numbers: Collection[int]) -> None:
        """Leave these out, and no others."""
        with self._lock:
            self._entries = {n: replace(one, hidden=n in numbers) for n, one in self._entries.items()}

    def leave_out(self, words: Collection[str]) -> None:
        """Hide what comes in with one of these words from now on."""
        with self._lock:
            self._left_out = frozenset(word.casefold() for word in words)

    def clear(self) -> None:
        """Forget what was sent in."""
        with self._lock:
            self._entries.clear()
            self._guessed.clear()

    def close(self) -> None:
        """Take nothing more."""
        with self._lock:
            self._state = replace(self._state, version=self._state.version + 1, ask=None, open=False)
