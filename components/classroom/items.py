"""How the questions to a class did: difficulty, both votes and discrimination, and the scores of its students."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.classroom.entries import ClassResult

LETTERS = "ABCD"  # of the options of a choice, as the projector shows them
# The columns of the file, and what each holds: docs/class-files.md has the same.
ITEM_COLUMNS = {
    "tour": "the title of the tour; empty if the tour is not known any more",
    "stop": "the stop of the tour, from 1; of its quiz, “Quiz 1” and so on",
    "round": "1 for the first time that the question was asked; 2 and so on after its answer had been shown",
    "vote": "1 for the first vote of the round, 2 for the vote after a discussion",
    "question": "the question as the phones showed it",
    "options": "the options of a choice with their letters, separated by “; ”; empty for other questions",
    "right_answer": "the model’s answer; for sentences that are to fool it, “fooled”",
    "right_option": "the letter of the right option of a choice; empty for other questions",
    "answers": "how many students answered in this vote; sentences that the model could not judge are not counted",
    "right": "how many of them gave the right answer",
    "share_right": "`right` divided by `answers`",
    "normalised_gain": "of vote 2, the share of wrong answers that the discussion put right, of those who voted twice "
    "(Hake 1998)",
    "discrimination": "the correlation, over students, of being right in this vote with the score in all other "
    "questions, each at its first vote of the first round that has a row",
}


@dataclass(frozen=True)
class ItemPlace:
    """Where a question stands.

    Attributes:
        tour: The title of the tour.
        stop: The stop, as in :data:`ITEM_COLUMNS`.
        options: The options of a choice; empty for other questions.
    """

    tour: str = ""
    stop: str = ""
    options: tuple[str, ...] = ()


def score_table(results: Sequence[ClassResult], student_count: int) -> pd.DataFrame:
    """How many students have each possible score: columns ``score`` and ``count``.

    Scores that nobody has are listed, too: that nobody had all right, or none, is part of the outcome.
    """
    points: dict[str, frozenset[int]] = {}
    for result in results:
        if result.is_scored:
            points[result.key] = points.get(result.key, frozenset()) | result.scoring_students
    scores = _matrix(list(points.values()), student_count).sum(axis=0)
    counts = np.bincount(scores.astype(int), minlength=len(points) + 1).tolist()
    return pd.DataFrame({"score": range(len(counts)), "count": counts})


def latecomer_count(results: Sequence[ClassResult], student_count: int) -> int:
    """The number of students who joined too late to answer at least one scored question."""
    shown_to: dict[str, int] = {}
    for result in results:
        if result.is_judged:
            shown_to[result.key] = max(shown_to.get(result.key, 0), result.shown_to)
    scored = {result.key for result in results if result.is_scored}
    return max((student_count - shown_to[key] for key in scored), default=0)


def item_table(
    results: Sequence[ClassResult], student_count: int, places: Mapping[str, ItemPlace] | None = None
) -> pd.DataFrame:
    """One row per question with a right answer, round and vote, with the columns :data:`ITEM_COLUMNS`.

    NaN where there is nothing to compute a figure from. Everybody counts, also who got no points in a later round.

    Args:
        results: The outcomes, in their order.
        student_count: How many students have joined.
        places: Where questions stand, by their keys.
    """
    judged = [result for result in results if result.is_judged]
    first_right: dict[str, frozenset[int]] = {}
    for result in sorted(judged, key=lambda result: result.round_number):
        first_right.setdefault(result.key, _votes(result)[0][2])
    rows = []
    for result in judged:
        place = (places or {}).get(result.key, ItemPlace())
        others = [right for key, right in first_right.items() if key != result.key]
        rest = _matrix(others, student_count).sum(axis=0)
        for vote, answered, right in _votes(result):
            students = _matrix([right], student_count)[0]
            rows.append(
                {
                    "tour": place.tour,
                    "stop": place.stop,
                    "round": result.round_number,
                    "vote": vote,
                    "question": result.text,
                    "options": "; ".join(f"{LETTERS[index]}. {each}" for index, each in enumerate(place.options)),
                    "right_answer": result.right,
                    "right_option": LETTERS[place.options.index(result.right)] if result.right in place.options else "",
                    "answers": answered,
                    "right": len(right),
                    "share_right": len(right) / answered if answered else math.nan,
                    "normalised_gain": result.normalised_gain if vote > 1 else math.nan,
                    "discrimination": correlation(students, rest),
                }
            )
    return pd.DataFrame(rows, columns=[*ITEM_COLUMNS])


def _votes(result: ClassResult) -> list[tuple[int, int, frozenset[int]]]:
    """The number of each vote, how many answered, and who was right."""
    last = (result.judged_count, result.right_students)
    if not result.first_answered:
        return [(1, *last)]
    return [(1, result.first_answered, result.first_right_students), (2, *last)]


def _matrix(right_students: Sequence[frozenset[int]], student_count: int) -> np.ndarray:
    """Ones where a student was right.

    *Shape:* (questions, students)
    """
    matrix = np.zeros((len(right_students), student_count))
    for row, numbers in zip(matrix, right_students, strict=True):
        row[[number - 1 for number in numbers if number <= student_count]] = 1
    return matrix


def correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's correlation over students; NaN if one of the two is constant."""
    if len(first) < 2 or first.std() == 0 or second.std() == 0:
        return math.nan
    return float(np.corrcoef(first, second)[0, 1])
