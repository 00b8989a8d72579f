"""The check in a running class: it is opened and closed, and phones send sheets of answers."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from components.classroom.check.questions import CheckSheets, right_answers
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.store import ClassStore


class CheckPhase(StrEnum):
    """When the questions are asked."""

    BEFORE = "before"
    AFTER = "after"

    @property
    def question(self) -> ClassQuestion:
        """What phones are asked; the kind says that they show the twelve questions."""
        return ClassQuestion(EntryKind.CHECK, f"check {self.value}", f"{self.value.capitalize()} the lecture")


@dataclass(frozen=True)
class CheckProgress:
    """What a phone shows of its own answers.

    Attributes:
        sheet: Those to the question; "" until all of it are stored.
        scores: How many were right before and after; None unless both are finished.
    """

    sheet: str
    scores: tuple[int, int] | None = None


_PHASES = {phase.question.question_id: phase for phase in CheckPhase}


class LearningCheck:
    """The check of one class. Safe to use from many threads, and from many processes that share its store.

    Args:
        store: The data of the class.
        clock: Returns seconds since 1970 that never jump.
    """

    def __init__(self, store: ClassStore, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    @property
    def open_phase(self) -> CheckPhase | None:
        """What phones are asked now; None while they follow the lecture."""
        return _phase_of(self._store.state.phone.check)

    def ask(self, phase: CheckPhase | None) -> None:
        """Have phones show the questions, until :meth:`Classroom.show` shows another page; None closes the check."""
        question = None if phase is None else phase.question
        with self._store.lock():
            state = self._store.state
            if state.phone.check != question:
                phone = replace(state.phone, version=state.phone.version + 1, check=question)
                self._store.state = replace(state, phone=phone, last_active=self._clock())

    def finished_count(self, phase: CheckPhase) -> int:
        """How many students have sent their answers."""
        return sum(bool(each.sheet(is_before=phase is CheckPhase.BEFORE)) for each in self._store.checks.values())

    def is_finished(self, student: int, question: ClassQuestion) -> bool:
        """Whether a student has sent their answers, so that nothing can be changed any more."""
        phase = _phase_of(question)
        return phase is not None and bool(self._sheets(student).sheet(is_before=phase is CheckPhase.BEFORE))

    def store_sheet(self, student: int, question: ClassQuestion, sheet: str) -> None:
        """Store a student's answers. The caller holds the store's lock."""
        is_before = _phase_of(question) is CheckPhase.BEFORE
        sheets = self._sheets(student)
        self._store.checks[student] = replace(sheets, before=sheet) if is_before else replace(sheets, after=sheet)

    def progress(self, token: str, question_id: str) -> CheckProgress | None:
        """What the phone with this token shows of its answers to a question; None if that is not of a check."""
        phase = _PHASES.get(question_id)
        if phase is None:
            return None
        student = self._store.students.get(token) if token else None
        sheets = CheckSheets() if student is None else self._sheets(student.number)
        sheet = sheets.sheet(is_before=phase is CheckPhase.BEFORE)
        if not sheets.is_complete:
            return CheckProgress(sheet)
        return CheckProgress(sheet, (sum(right_answers(sheets.before)), sum(right_answers(sheets.after))))

    def all_sheets(self) -> tuple[CheckSheets, ...]:
        """The answers of all students who finished one of the two, in no order that says who they are."""
        return tuple(sorted(self._store.checks.values(), key=lambda sheets: (sheets.before, sheets.after)))

    def _sheets(self, student: int) -> CheckSheets:
        return self._store.checks.get(student, CheckSheets())


def _phase_of(question: ClassQuestion | None) -> CheckPhase | None:
    return next((phase for phase in CheckPhase if phase.question == question), None)
