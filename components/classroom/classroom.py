"""One class, while it lasts: who has joined, what is asked, what was sent in. Nothing is kept after."""

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from components.classroom.addresses import address_digest
from components.classroom.allowance import Allowance, Limit, steady_time
from components.classroom.entries import LONGEST_LABEL, Ask, Entry, Kind, cleaned
from components.classroom.store import AddressUse, Facts, InMemory, State, Store, Student
from components.classroom.word_filter import word_filter
from components.model.tally import as_guess

MOST_STUDENTS, MOST_ENTRIES, MOST_OF_ONE = 2_000, 10_000, 100
JOINING = Limit(600.0, 0.05)
JOINING_FROM_ADDRESS = Limit(350.0, 1.0)  # a hall behind one address joins at once
SENDING = Limit(4.0, 2.0)  # of what one student sends in
SENDING_FROM_ADDRESS = Limit(700.0, 0.05)  # two answers of everybody in such a hall
PRESENCE_S = 60.0  # how often it is noted that a lecturer is there
TOKEN_BYTES = 16


class Refused(Exception):
    """What was sent in is not taken. The message says why, to a student."""


class TryLater(Refused):
    """It is not taken now: a phone keeps it and tries again."""


class NotJoined(Refused):
    """The phone has no token of this class, or one that the class does not know."""

    def __init__(self) -> None:
        super().__init__("Open the class link again.")


def new_facts(now: float, address: str = "") -> Facts:
    """What a class begins with that is started from an address."""
    key = secrets.token_urlsafe(TOKEN_BYTES)
    return Facts(
        key,
        now,
        State(1, None, "", open=True),
        Allowance(JOINING.at_once, now),
        MOST_STUDENTS,
        started_from=address_digest(key, address),
    )


@dataclass(frozen=True)
class _Admission:
    """That a phone may join, and what is left of the limits then."""

    facts: Facts
    count: int
    joining: Allowance
    from_address: AddressUse


@dataclass(frozen=True)
class _Submission:
    """What may be taken in, and what is left of the limits then."""

    student: Student
    facts: Facts
    ask: Ask
    allowance: Allowance
    from_address: AddressUse


class Classroom:
    """Safe to use from many threads, and from many processes where its store is shared.

    Args:
        code: What students type.
        store: Where it is kept; in this process, if it is not given.
        clock: Seconds that never jump, for limits.
        wall_clock: Seconds since 1970, for what was sent in.
    """

    def __init__(
        self,
        code: str,
        store: Store | None = None,
        *,
        clock: Callable[[], float] = steady_time,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.code, self._clock, self._wall_clock = code, clock, wall_clock
        self._store: Store = InMemory(new_facts(clock())) if store is None else store

    @property
    def key(self) -> str:
        """Whoever has it owns the class."""
        return self._store.facts.key

    @property
    def state(self) -> State:
        """What phones are told now."""
        return self._store.facts.state

    @property
    def facts(self) -> Facts:
        """How the class is set up."""
        return self._store.facts

    @property
    def students(self) -> int:
        """How many have joined."""
        return len(self._store.students)

    def owned_by(self, key: str) -> bool:
        """Whether this is the key of whoever started the class."""
        return hmac.compare_digest(self.key.encode(), key.encode("utf-8", "replace"))

    def joined(self, token: str) -> bool:
        """Whether a phone with this token has joined."""
        return bool(token) and token in self._store.students

    def used_from(self, address: str) -> bool:
        """Whether the class was started from an address, or somebody has joined from there."""
        facts = self._store.facts
        digest = address_digest(facts.key, address)
        return bool(digest) and (digest == facts.started_from or digest in self._store.addresses)

    def join(self, address: str = "") -> str:
        """Let a phone in; its token.

        Args:
            address: Where it is, "" where that is not known: no limit for an address is held then.

        Raises:
            Refused: The class is full or over, or takes nobody else.
            TryLater: Too many came at once.
        """
        digest = address_digest(self._store.facts.key, address)
        self._admission(digest)  # before the lock, too: who may not join keeps nobody waiting
        with self._store.changing():
            admission, now = self._admission(digest), self._clock()
            token = secrets.token_urlsafe(TOKEN_BYTES)
            self._store.students[token] = Student(admission.count + 1, Allowance(SENDING.at_once, now))
            self._store.facts = replace(admission.facts, joining=admission.joining, seen=now, has_joined=True)
            if digest:
                self._store.addresses[digest] = admission.from_address
            return token

    def _admission(self, digest: str) -> _Admission:
        facts, now, count = self._store.facts, self._clock(), len(self._store.students)
        if not facts.state.open:
            raise Refused("This class has ended.")
        if not facts.joining_open:
            raise Refused("This class is closed to new students for now. Ask your lecturer to open it.")
        if count >= facts.student_limit:
            raise Refused("This class is full. Tell your lecturer.")
        use = self._address_use(digest, now)
        joining = facts.joining.taken(JOINING, now)
        from_address = use.joining.taken(JOINING_FROM_ADDRESS, now) if digest else use.joining
        if joining is None or from_address is None:
            raise TryLater("Many people are joining at once. You will join in a moment.")
        return _Admission(facts, count, joining, replace(use, joining=from_address))

    def _address_use(self, digest: str, now: float) -> AddressUse:
        new = AddressUse(Allowance(JOINING_FROM_ADDRESS.at_once, now), Allowance(SENDING_FROM_ADDRESS.at_once, now))
        return self._store.addresses.get(digest, new) if digest else new

    def show(self, address: str, ask: Ask | None, *, held_back: bool = False) -> None:
        """Say where the projector is, and what students are asked there; ``held_back``: not where, until it says so."""
        address = "" if held_back else address
        state = self.state
        if (address, ask, held_back) == (state.shows, state.ask, state.held_back):
            return
        with self._store.changing():
            facts = self._store.facts
            state = replace(facts.state, version=facts.state.version + 1, shows=address, ask=ask, held_back=held_back)
            self._store.facts = replace(facts, state=state, seen=self._clock())

    def keep(self) -> None:
        """Note that the lecturer is there, so that a class which nobody has joined yet is not forgotten."""
        facts = self._store.facts
        if facts.state.open and not facts.has_joined and self._clock() - facts.seen > PRESENCE_S:
            with self._store.changing():
                self._store.facts = replace(self._store.facts, seen=self._clock())

    def configure(
        self,
        *,
        student_limit: int | None = None,
        joining_open: bool | None = None,
        approve_first: bool | None = None,
    ) -> None:
        """Change how the class is set up; what is None stays as it is.

        Args:
            student_limit: How many may join in all, at most :data:`MOST_STUDENTS`.
            joining_open: Whether anybody else may join.
            approve_first: Whether what comes in from now on is hidden until it is let through.
        """
        changes: dict[str, int | bool] = {}
        if student_limit is not None:
            changes["student_limit"] = max(1, min(student_limit, MOST_STUDENTS))
        if joining_open is not None:
            changes["joining_open"] = joining_open
        if approve_first is not None:
            changes["approve_first"] = approve_first
        with self._store.changing():
            self._store.facts = replace(self._store.facts, **changes)  # type: ignore[arg-type]

    def send(self, token: str, name: str, question_id: str, text: str, label: str = "", *, address: str = "") -> None:
        """Take something in; what is sent twice under one name counts once, and of guesses a student's last one counts.

        Args:
            token: The phone's.
            name: What the phone calls it, so that it can try again where the answer was lost.
            question_id: What it answers: :attr:`Ask.question_id`.
            text: What was typed.
            label: What the student calls it, one of :attr:`Ask.labels`; anything else counts as none.
            address: Where the phone is, "" where that is not known.

        Raises:
            NotJoined: The token is none of this class.
            Refused: It is not asked for, or shows nothing.
            TryLater: It comes too soon.
        """
        digest = address_digest(self._store.facts.key, address)
        if self._submission(token, name, question_id, text, digest) is None:  # before the lock, too
            return
        with self._store.changing():
            submission, now = self._submission(token, name, question_id, text, digest), self._clock()
            if submission is None:
                return
            student = submission.student
            self._store.students[token] = replace(student, allowance=submission.allowance, sent=student.sent | {name})
            if digest:
                self._store.addresses[digest] = submission.from_address
            facts = replace(submission.facts, count=submission.facts.count + 1, seen=now)
            self._store.facts = facts
            self._take(facts, student.number, submission.ask, text, label)

    def _submission(self, token: str, name: str, question_id: str, text: str, digest: str) -> _Submission | None:
        """What may be taken in, or None where it has been already."""
        student = self._store.students.get(token) if token else None
        facts, now = self._store.facts, self._clock()
        if not facts.state.open:
            raise Refused("This class has ended.")
        if student is None:
            raise NotJoined
        if name in student.sent:
            return None
        ask = facts.state.ask
        if ask is None or ask.question_id != question_id:
            raise Refused("The question has changed. Answer the new one.")
        if not _text_of(ask, text):
            raise Refused("Type something first.")
        if len(student.sent) >= MOST_OF_ONE or len(self._store.entries) >= MOST_ENTRIES:
            raise Refused("This class has reached its limit of answers. Thank you!")
        use = self._address_use(digest, now)
        allowance = student.allowance.taken(SENDING, now)
        from_address = use.sending.taken(SENDING_FROM_ADDRESS, now) if digest else use.sending
        if allowance is None or from_address is None:
            raise TryLater("That was quick! Your text will be sent in a moment.")
        return _Submission(student, facts, ask, allowance, replace(use, sending=from_address))

    def _take(self, facts: Facts, student: int, ask: Ask, typed: str, label: str) -> None:
        """Keep it, under the number that was counted for it."""
        text = _text_of(ask, typed)
        if ask.kind is Kind.GUESS:
            self._store.entries.pop(self._store.guessed.get((student, ask.about), 0), None)
            self._store.guessed[student, ask.about] = facts.count
        label = cleaned(label, LONGEST_LABEL)
        filtered = word_filter(facts.left_out).matches(text)
        self._store.entries[facts.count] = Entry(
            facts.count,
            student,
            ask.kind,
            ask.about,
            text,
            label if label in ask.labels else "",
            self._wall_clock(),
            hidden=filtered or facts.approve_first,
            waiting=facts.approve_first and not filtered,
            question=ask.shown,
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

    def moderate(self, *, hide: Collection[int] = (), show: Collection[int] = ()) -> None:
        """Leave some entries out, and let others through; all others stay as they are.

        Args:
            hide: The numbers of entries that the projector leaves out.
            show: Of entries that it shows.
        """
        with self._store.changing():
            for number in {*hide, *show}:
                entry = self._store.entries.get(number)
                if entry is not None:
                    self._store.entries[number] = replace(entry, hidden=number in hide, waiting=False)

    def leave_out(self, words: Collection[str]) -> None:
        """Hide what comes in with one of these words, or with one of these phrases in it, from now on."""
        with self._store.changing():
            self._store.facts = replace(self._store.facts, left_out=frozenset(filter(str.strip, words)))

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


def _text_of(ask: Ask, typed: str) -> str:
    """What was typed as it is kept, "" where it shows nothing."""
    text = cleaned(typed, ask.longest)
    return as_guess(text) if ask.kind is Kind.GUESS else text
