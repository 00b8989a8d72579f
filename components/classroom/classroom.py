"""One class, while it lasts: who has joined, what is asked, what was sent in. Nothing is kept after."""

import hmac
import secrets
import string
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from components.classroom.allowance import Allowance, Limit
from components.classroom.entries import LONGEST_LABEL, Ask, Entry, Kind, cleaned
from components.classroom.store import Facts, InMemory, State, Store, Student
from components.model.tally import as_guess

MOST_STUDENTS, MOST_ENTRIES, MOST_OF_ONE = 2_000, 10_000, 100
JOINING = Limit(600.0, 0.05)
SENDING = Limit(4.0, 2.0)  # of what one student sends in
TOKEN_BYTES = 16


class Refused(Exception):
    """What was sent in is not taken. The message says why, to a student."""


def new_facts(now: float) -> Facts:
    """What a class begins with."""
    key = secrets.token_urlsafe(TOKEN_BYTES)
    return Facts(key, now, State(1, None, "", open=True), Allowance(JOINING.at_once, now))


class Classroom:
    """Safe to use from many threads, and from many processes where its store is shared.

    Args:
        code: What students type.
        store: Where it is kept; in this process, if it is not given.
        clock: Seconds since 1970.
    """

    def __init__(self, code: str, store: Store | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self.code, self._clock = code, clock
        self._store: Store = InMemory(new_facts(clock())) if store is None else store

    @property
    def key(self) -> str:
        """Whoever has it owns the class."""
        return self._store.facts.key

    @property
    def state(self) -> State:
        """What telephones are told now."""
        return self._store.facts.state

    @property
    def students(self) -> int:
        """How many have joined."""
        return len(self._store.students)

    def owned_by(self, key: str) -> bool:
        """Whether this is the key of whoever started the class."""
        return hmac.compare_digest(self.key.encode(), key.encode("utf-8", "replace"))

    def joined(self, token: str) -> bool:
        """Whether a telephone with this token has joined."""
        return token in self._store.students

    def join(self) -> str:
        """Let a telephone in; its token.

        Raises:
            Refused: The class is full, or too many came at once.
        """
        with self._store.changing():
            facts, now = self._store.facts, self._clock()
            if not facts.state.open:
                raise Refused("This class has ended.")
            count = len(self._store.students)
            if count >= MOST_STUDENTS:
                raise Refused("This class is full.")
            joining = facts.joining.taken(JOINING, now)
            if joining is None:
                raise Refused("Many are joining at the moment. Please try again.")
            token = secrets.token_urlsafe(TOKEN_BYTES)
            self._store.students[token] = Student(count + 1, Allowance(SENDING.at_once, now))
            self._store.facts = replace(facts, joining=joining, seen=now)
            return token

    def show(self, address: str, ask: Ask | None) -> None:
        """Say where the projector is, and what students are asked there."""
        if (address, ask) == (self.state.shows, self.state.ask):
            return
        with self._store.changing():
            facts = self._store.facts
            state = replace(facts.state, version=facts.state.version + 1, shows=address, ask=ask)
            self._store.facts = replace(facts, state=state, seen=self._clock())

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
        with self._store.changing():
            facts, student, now = self._store.facts, self._store.students.get(token), self._clock()
            ask = facts.state.ask
            if student is None or not facts.state.open:
                raise Refused("This class has ended." if student else "Please open the link of the class again.")
            if name in student.sent:
                return
            if ask is None or ask.about != about:
                raise Refused("The question has changed.")
            said = cleaned(text, ask.longest)
            if not said:
                raise Refused("Please type something.")
            if len(student.sent) >= MOST_OF_ONE or len(self._store.entries) >= MOST_ENTRIES:
                raise Refused("That is as much as this class takes. Thank you!")
            allowance = student.allowance.taken(SENDING, now)
            if allowance is None:
                raise Refused("That was fast. Please wait a moment.")
            self._store.students[token] = replace(student, allowance=allowance, sent=student.sent | {name})
            self._store.facts = replace(facts, count=facts.count + 1, seen=now)
            self._take(student.number, ask, said, cleaned(label, LONGEST_LABEL))

    def _take(self, student: int, ask: Ask, said: str, label: str) -> None:
        """Keep it, under the number that was counted for it."""
        facts = self._store.facts
        if ask.kind is Kind.GUESS:
            said = as_guess(said)
            self._store.entries.pop(self._store.guessed.get((student, ask.about), 0), None)
            self._store.guessed[student, ask.about] = facts.count
        words = {word.strip(string.punctuation) for word in f"{said} {label}".casefold().split()}
        hidden = bool(facts.left_out & words)
        self._store.entries[facts.count] = Entry(
            facts.count, student, ask.kind, ask.about, said, label, facts.seen, hidden
        )

    def entries(self, kind: Kind | None = None, about: str | None = None, *, hidden: bool = False) -> tuple[Entry, ...]:
        """What was sent in, in order; what is hidden only where it is asked for."""
        every = sorted(self._store.entries.values(), key=lambda one: one.number)
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
        with self._store.changing():
            for number, one in list(self._store.entries.items()):
                if one.hidden != (number in numbers):
                    self._store.entries[number] = replace(one, hidden=number in numbers)

    def leave_out(self, words: Collection[str]) -> None:
        """Hide what comes in with one of these words from now on."""
        with self._store.changing():
            self._store.facts = replace(self._store.facts, left_out=frozenset(map(str.casefold, words)))

    def clear(self) -> None:
        """Forget what was sent in."""
        with self._store.changing():
            self._store.entries.clear()
            self._store.guessed.clear()

    def close(self) -> None:
        """Take nothing more."""
        with self._store.changing():
            facts = self._store.facts
            state = replace(facts.state, version=facts.state.version + 1, ask=None, open=False)
            self._store.facts = replace(facts, state=state)
