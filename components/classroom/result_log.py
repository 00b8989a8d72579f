"""The outcomes of a class's questions, in the order in which their answers were shown."""

from collections.abc import Callable, Collection, MutableMapping, Sequence
from dataclasses import dataclass, replace

from components.classroom.entries import ClassEntry, ClassResult, ClassScore, StudentCard

RESULT_LIMIT = 120  # results that a class keeps: two votes at each stop of the longest tour


@dataclass(frozen=True)
class ResultLog:
    """Results in a mapping of the class's store, which may be shared between processes.

    Args:
        stored: The results by the topic of their question.
    """

    stored: MutableMapping[str, ClassResult]

    def in_order(self) -> tuple[ClassResult, ...]:
        """All results, the first shown first."""
        return tuple(sorted(self.stored.values(), key=lambda result: result.number))

    def score(self, student: int, topics: Collection[str] | None = None) -> ClassScore:
        """How many of the questions that are scored a student answered correctly. A question counts once.

        One at which the student's answer could not be judged does not count for them, nor one whose answer was shown
        before they joined.

        Args:
            student: The student's number.
            topics: The keys of the questions that count; None for all.
        """
        counted = [each for each in self.stored.values() if each.is_scored and (topics is None or each.key in topics)]
        right = {each.key for each in counted if student in each.scoring_students}
        unjudged = {each.key for each in counted if student in each.unjudged_students} - right
        in_time = {each.key for each in self.stored.values() if each.is_judged and student <= each.shown_to}
        keys = {each.key for each in counted}
        missed = keys - in_time - right
        return ClassScore(len(right), len(keys - missed - unjudged), len(missed))

    def card(self, student: int, sentence_for: Callable[[ClassResult], ClassEntry | None]) -> StudentCard | None:
        """The card of a student; None if there is nothing to put on it.

        Args:
            student: The student's number.
            sentence_for: Returns the student's sentence that counts for a result; None if they sent none.
        """
        score = self.score(student)
        cards = [
            StudentCard(
                score,
                student in result.credited_students,
                entry.text,
                entry.label,
                read,
                result.options,
                result.model,
                result.course_of(entry.text),
                result.option_courses,
            )
            for result in self.in_order()
            if result.labels
            and (entry := sentence_for(result)) is not None
            and (read := dict(result.labels).get(entry.text, ""))
        ]
        empty = StudentCard(score) if score.question_count else None
        return next((card for card in reversed(cards) if card.fooled), cards[-1] if cards else empty)

    def holds(self, result: ClassResult) -> bool:
        """Whether the same outcome is stored already, whatever its number and whoever was there to see it."""
        stored = self.stored.get(result.about)
        return stored is not None and replace(stored, number=result.number, shown_to=result.shown_to) == result

    def add(self, result: ClassResult, student_count: int) -> None:
        """Store a result under its topic, at its old place if it had one.

        The oldest go first where there are more than :data:`RESULT_LIMIT`.

        Args:
            result: The outcome.
            student_count: How many students have joined.
        """
        old, earlier = self.stored.get(result.about), self.in_order()
        if old is None and len(earlier) >= RESULT_LIMIT:
            del self.stored[earlier[0].about]
        number = old.number if old else (earlier[-1].number + 1 if earlier else 1)
        shown_to = old.shown_to if old else student_count
        self.stored[result.about] = replace(result, number=number, shown_to=shown_to)


def results_of(results: Sequence[ClassResult], key: str) -> tuple[ClassResult, ...]:
    """The outcomes of the question with this :attr:`ClassResult.key`, one per round."""
    return tuple(result for result in results if result.key == key)
