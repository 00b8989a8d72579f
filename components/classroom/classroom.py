"""One running class: who has joined, what is asked and what was sent in. Nothing is kept after it ends."""

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

from components.classroom.addresses import address_digest
from components.classroom.check.session import LearningCheck
from components.classroom.entries import (
    LABEL_LIMIT,
    NOTHING_SENT,
    ClassEntry,
    ClassQuestion,
    ClassResult,
    ClassScore,
    EntryKind,
    Standing,
    StudentCard,
    clean_text,
    entry_text,
)
from components.classroom.entry_checks import entry_problem
from components.classroom.errors import AnsweredTooLate, ClassroomError, NotJoined, TryLater
from components.classroom.lecture import LectureState
from components.classroom.rate_limits import Allowance, steady_time
from components.classroom.remotes import Remotes
from components.classroom.result_log import ResultLog
from components.classroom.seats import SENDING, SENDING_FROM_ADDRESS, TOKEN_BYTES, Seats
from components.classroom.store import AddressUse, ClassState, ClassStore, MemoryClassStore, PhoneState, Student
from components.classroom.word_filter import word_filter

STUDENT_LIMIT, ENTRY_LIMIT, ENTRIES_PER_STUDENT = 2_000, 10_000, 100
PRESENCE_S = 60.0  # how often the lecturer's presence is recorded


@dataclass(frozen=True)
class Submission:
    """An entry that may be stored, and the allowance that remains."""

    student: Student
    state: ClassState
    question: ClassQuestion
    allowance: Allowance
    from_address: AddressUse


def new_class_state(now: float, address: str = "") -> ClassState:
    """The initial state of a class that is started from ``address``."""
    key = secrets.token_urlsafe(TOKEN_BYTES)
    phone = PhoneState(1, None, "", open=True)
    return ClassState(key, now, phone, STUDENT_LIMIT, started_from=address_digest(key, address))


class Classroom:
    """One class. Safe to use from many threads, and from many processes if its store is shared.

    Args:
        code: The code that students type.
        store: Holds the state; None keeps it in this process.
        clock: Returns seconds that never jump, for limits.
    """

    def __init__(self, code: str, store: ClassStore | None = None, *, clock: Callable[[], float] = steady_time) -> None:
        self.code, self._clock = code, clock
        self._store: ClassStore = MemoryClassStore(new_class_state(clock())) if store is None else store
        self._results = ResultLog(self._store.results)
        self._seats = Seats(self._store, clock)
        self.remotes = Remotes(self._store, clock)  # the lecturer's phones
        self.check = LearningCheck(self._store, clock)

    @property
    def key(self) -> str:
        """The lecturer's secret: whoever has it owns the class."""
        return self._store.state.key

    @property
    def phone_state(self) -> PhoneState:
        """What phones show now."""
        return self._store.state.phone.shown

    @property
    def state(self) -> ClassState:
        """Settings, counters and limits of the class."""
        return self._store.state

    @property
    def students(self) -> int:
        """The number of students who have joined."""
        return len(self._store.students)

    def is_owner(self, key: str) -> bool:
        """Whether this is the key of the class."""
        return hmac.compare_digest(self.key.encode(), key.encode("utf-8", "replace"))

    def has_joined(self, token: str) -> bool:
        """Whether a phone with this token has joined."""
        return bool(token) and token in self._store.students

    def is_used_from(self, address: str) -> bool:
        """Whether the class was started from this address, or somebody joined from it."""
        digest = address_digest(self._store.state.key, address)
        return self.is_started_from(address) or (bool(digest) and digest in self._store.addresses)

    def is_started_from(self, address: str) -> bool:
        """Whether the class was started from this address."""
        state = self._store.state
        return bool(state.started_from) and state.started_from == address_digest(state.key, address)

    def join(self, address: str = "") -> str:
        """Let a phone join. Returns its token; see :meth:`Seats.take`."""
        return self._seats.take(address)

    def note_asking(self, token: str, address: str = "") -> None:
        """Note that a phone has asked for the question since it joined; see :meth:`Seats.keep`."""
        self._seats.keep(token, address)

    def show(
        self,
        address: str,
        question: ClassQuestion | None,
        *,
        held_back: bool = False,
        result: ClassResult | None = None,
        stop: tuple[str, int] = ("", 0),
        scored: tuple[str, ...] | None = None,
        window: str = "",
        is_projector: bool = True,
    ) -> None:
        """Set the projector's page, the question that students are asked, and the result that they see.

        Another page than before ends a check.

        Args:
            address: The address of the projector's page, which phones show.
            question: The question, or None.
            held_back: Hide the address from phones, because the page would show the answer.
            result: The outcome of a question whose answer is on the projector, or None.
            stop: The tour that the projector is on, and the index of the stop, for the lecturer's notes.
            scored: At the end of a tour, the topics of its quiz, and phones show their scores; else None.
            window: The lecturer's window that leads from now on; "" if that stays as it is.
            is_projector: Whether other pages wait until it is closed.
        """
        address, about = "" if held_back else address, result.about if result else ""
        state, leader = self.state, window or self.state.lecture.leader
        phone = state.phone
        shown = (phone.shows, phone.question, phone.held_back, phone.about, phone.scored)
        is_same = shown == (address, question, held_back, about, scored) and (
            result is None or self._results.holds(result)
        )
        if is_same and (state.tour, state.stop, state.lecture.leader) == (*stop, leader):
            return
        with self._store.lock():
            state, now = self._store.state, self._clock()
            version = state.phone.version + (not is_same)  # phones know nothing of windows
            check = state.phone.check if is_same else None  # another page ends it
            phone = PhoneState(version, question, address, state.phone.open, held_back, about, scored, check)
            lecture = state.lecture.lead(leader, now * is_projector).on_tour(stop[0], now)
            state = replace(state, phone=phone, lecture=lecture, last_active=now)
            self._store.state = replace(state, tour=stop[0], stop=stop[1])
            if result is not None:
                self._results.add(result, len(self._store.students))

    def change_lecture(self, change: Callable[[LectureState, float], LectureState]) -> None:
        """Replace the state of the lecture by what ``change`` makes of it and of the time, in seconds since 1970."""
        with self._store.lock():
            state = self._store.state
            self._store.state = replace(state, lecture=change(state.lecture, self._clock()))

    @property
    def lecture_time_s(self) -> float:
        """Seconds since the start of the tour."""
        return max(0.0, self._clock() - self.state.lecture.began_at)

    @property
    def results(self) -> tuple[ClassResult, ...]:
        """The outcomes of questions whose answer was shown, in this order."""
        return self._results.in_order()

    def standing(self, token: str) -> Standing | None:
        """How the student with this token stands; None if no result is shown or the token is not of this class."""
        student = self._student_number(token)
        result = self._store.results.get(self.phone_state.about) if student else None
        if result is None:
            return None
        entry = self._counting_entry(student, result)
        return Standing(result, entry, student in result.credited_students, self._results.score(student))

    def card(self, token: str) -> StudentCard | None:
        """The card of the student with this token; None if there is nothing to put on it, or without a valid token."""
        student = self._student_number(token)
        return self._results.card(student, partial(self._counting_entry, student)) if student else None

    def scores(self, token: str) -> tuple[ClassScore, ClassScore] | None:
        """A student's scores, in the quiz and in all; None before the end of a tour, or without a valid token."""
        student, topics = self._student_number(token), self.phone_state.scored
        if not student or topics is None:
            return None
        return self._results.score(student, topics), self._results.score(student)

    def own_answers(self, token: str) -> tuple[ClassEntry, ...]:
        """The answers of the student with this token to the open question, in order of arrival."""
        student, question = self._student_number(token), self.phone_state.question
        last = None if question is None else self._last_entry(student, question.about)
        if question is None or last is None:
            return ()
        if question.kind.counts_once:
            return (last,)
        return tuple(entry for entry in self.entries(None, question.about, hidden=True) if entry.student == student)

    def _student_number(self, token: str) -> int:
        """The number of the student with this token; 0 if there is none."""
        student = self._store.students.get(token) if token else None
        return 0 if student is None else student.number

    def _counting_entry(self, student: int, result: ClassResult) -> ClassEntry | None:
        """A student's last answer to a question, of the second vote if there is one; None without any."""
        votes = (self._last_entry(student, about) for about in (result.about, result.first_about))
        return next((entry for entry in votes if entry is not None), None)

    def _last_entry(self, student: int, about: str) -> ClassEntry | None:
        return self._store.entries.get(self._store.guessed.get((student, about), 0))

    def record_presence(self) -> None:
        """Record that the lecturer is present, so that a class that nobody has joined yet is kept."""
        state = self._store.state
        if state.phone.open and not state.has_joined and abs(self._clock() - state.last_active) > PRESENCE_S:
            with self._store.lock():
                self._store.state = replace(self._store.state, last_active=self._clock())

    def configure(
        self,
        *,
        student_limit: int | None = None,
        joining_open: bool | None = None,
        approve_first: bool | None = None,
    ) -> None:
        """Change settings of the class; None leaves a setting unchanged.

        Args:
            student_limit: How many students may join, at most :data:`STUDENT_LIMIT`.
            joining_open: Whether new students may join.
            approve_first: Whether new entries are hidden until the lecturer approves them.
        """
        limit = None if student_limit is None else max(1, min(student_limit, STUDENT_LIMIT))
        changes = {"student_limit": limit, "joining_open": joining_open, "approve_first": approve_first}
        chosen = {name: value for name, value in changes.items() if value is not None}
        with self._store.lock():
            self._store.state = replace(self._store.state, **chosen)  # type: ignore[arg-type]

    def send(self, token: str, name: str, question_id: str, text: str, label: str = "", *, address: str = "") -> bool:
        """Store an entry; returns whether it is hidden. A repeated ``name`` counts once, and of guesses the last one.

        Args:
            token: The phone's token.
            name: The phone's own id of the entry, so that it can retry if the response was lost.
            question_id: The question it answers: :attr:`ClassQuestion.question_id`.
            text: The text that was typed.
            label: One of :attr:`ClassQuestion.labels`; anything else counts as none.
            address: The phone's IP address; "" if unknown.

        Raises:
            NotJoined: The token is not of this class.
            AnsweredTooLate: The question is not asked any more.
            ClassroomError: The text is empty or does not fit the question, or the class is over or at its limit.
            TryLater: The student sends too fast.
        """
        digest = address_digest(self._store.state.key, address)
        checked = self._submission(token, name, question_id, text, digest)  # also before the lock
        if checked is None:
            return False
        if problem := entry_problem(checked.question, text, label):
            raise ClassroomError(problem)
        with self._store.lock():
            submission, now = self._submission(token, name, question_id, text, digest), self._clock()
            if submission is None:
                return False
            student = submission.student
            self._store.students[token] = replace(student, allowance=submission.allowance, sent=student.sent | {name})
            if digest:
                self._store.addresses[digest] = submission.from_address
            state = replace(submission.state, entry_count=submission.state.entry_count + 1, last_active=now)
            self._store.state = state
            return self._store_entry(state, student.number, submission.question, text, label)

    def _submission(self, token: str, name: str, question_id: str, text: str, digest: str) -> Submission | None:
        """The entry that may be stored, or None if it was stored before."""
        student = self._store.students.get(token) if token else None
        state, now = self._store.state, self._clock()
        if not state.phone.open:
            raise ClassroomError("This class has ended.")
        if student is None:
            raise NotJoined
        if name in student.sent:
            return None
        question = state.phone.shown.question
        if question is None or question.question_id != question_id:
            raise AnsweredTooLate(is_asking=question is not None)
        if not entry_text(question, text):
            raise ClassroomError(NOTHING_SENT[question.kind])
        if self.check.is_finished(student.number, question):
            raise ClassroomError("You have already answered all questions. Thank you!")
        if len(student.sent) >= ENTRIES_PER_STUDENT or len(self._store.entries) >= ENTRY_LIMIT:
            raise ClassroomError("This class has reached its limit of answers. Thank you!")
        use = self._seats.address_use(digest, now)
        allowance = student.allowance.spend(SENDING, now)
        from_address = use.sending.spend(SENDING_FROM_ADDRESS, now) if digest else use.sending
        if allowance is None or from_address is None:
            raise TryLater("That was quick! Your text will be sent in a moment.")
        return Submission(student, state, question, allowance, replace(use, sending=from_address))

    def _store_entry(self, state: ClassState, student: int, question: ClassQuestion, typed: str, label: str) -> bool:
        """Store an entry under the current number; returns whether it is hidden."""
        text = entry_text(question, typed)
        if question.kind is EntryKind.CHECK:
            self.check.store_sheet(student, question, text)
            return False
        earlier = self._store.guessed.get((student, question.about))
        if earlier is None:
            self._store.answered[question.about] = self.answered(question.about) + 1
        elif question.kind.counts_once:
            self._store.entries.pop(earlier, None)
        self._store.guessed[student, question.about] = state.entry_count
        label = clean_text(label, LABEL_LIMIT)
        filtered = word_filter(state.blocked_words).matches(text)
        hidden = filtered or state.approve_first
        self._store.entries[state.entry_count] = ClassEntry(
            state.entry_count,
            student,
            question.kind,
            question.about,
            text,
            label if label in question.labels else "",
            time.time(),
            hidden=hidden,
            awaits_approval=state.approve_first and not filtered,
            question=question.text,
            vote=question.vote,
        )
        return hidden

    def entries(
        self, kind: EntryKind | None = None, about: str | None = None, *, hidden: bool = False
    ) -> tuple[ClassEntry, ...]:
        """The entries in order of arrival, filtered by kind and topic; hidden ones only with ``hidden``."""
        return tuple(
            entry
            for entry in sorted(self._store.entries.values(), key=lambda entry: entry.number)
            if kind in (None, entry.kind) and about in (None, entry.about) and (hidden or not entry.hidden)
        )

    def counts(self, about: str) -> tuple[tuple[str, int], ...]:
        """The answers to a question and their counts, the most frequent first."""
        return tuple(Counter(entry.text for entry in self.entries(None, about)).most_common())

    def answered(self, about: str) -> int:
        """The number of students who have answered a question, hidden entries included."""
        return self._store.answered.get(about, 0)

    def moderate(self, *, hide: Collection[int] = (), show: Collection[int] = ()) -> None:
        """Hide entries on the projector, and show others, by their numbers."""
        with self._store.lock():
            for number in {*hide, *show}:
                entry = self._store.entries.get(number)
                if entry is not None:
                    self._store.entries[number] = replace(entry, hidden=number in hide, awaits_approval=False)
            self._store.state = replace(self._store.state, moderated_count=self._store.state.moderated_count + 1)

    def block_words(self, words: Collection[str]) -> None:
        """Hide new entries that contain one of these words or phrases."""
        with self._store.lock():
            self._store.state = replace(self._store.state, blocked_words=frozenset(filter(str.strip, words)))

    def clear(self) -> None:
        """Delete all entries."""
        with self._store.lock():
            self._store.entries.clear()
            self._store.guessed.clear()
            self._store.answered.clear()
            self._store.results.clear()
            self._store.checks.clear()

    def close(self) -> None:
        """End the class: accept no more entries."""
        with self._store.lock():
            state = self._store.state
            phone = replace(state.phone, version=state.phone.version + 1, question=None, open=False)
            self._store.state = replace(state, phone=phone)
