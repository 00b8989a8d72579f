"""How the questions to a class did: difficulty, both votes and discrimination, and the scores of its students."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.classroom.entries import ClassResult


def score_table(results: Sequence[ClassResult], student_count: int) -> pd.DataFrame:
    """How many students have each score: columns ``row``, ``score``, ``count``, ``figure``."""
    scored = _scored(results)
    scores = _matrix([result.right_students for result in scored], student_count).sum(axis=0)
    counts = np.bincount(scores.astype(int), minlength=len(scored) + 1).tolist()
    rows = [(score + 1, str(score), count, str(count)) for score, count in enumerate(counts)]
    return pd.DataFrame(rows, columns=["row", "score", "count", "figure"])


def item_table(results: Sequence[ClassResult], student_count: int) -> pd.DataFrame:
    """One row per question with a right answer.

    Columns: ``question``; ``right_answer``; ``answers``, of the first vote; ``share_right`` and ``share_right_after``,
    of the two votes; ``normalised_gain`` (Hake 1998); ``discrimination``, the correlation over students between being
    right at the first vote and the score in all other questions. NaN where there is nothing to compute it from.
    """
    scored = _scored(results)
    right = _matrix([_first_right(result) for result in scored], student_count)
    rows = []
    for number, result in enumerate(scored):
        after = result.share_right if result.first_answered else math.nan
        rest = np.delete(right, number, axis=0).sum(axis=0)
        figures = (result.first_share_right, after, result.normalised_gain, _correlation(right[number], rest))
        rows.append((result.text, result.right, result.first_answered or result.answered, *figures))
    names = ("question", "right_answer", "answers", "share_right", "share_right_after", "normalised_gain")
    return pd.DataFrame(rows, columns=[*names, "discrimination"])


def _scored(results: Sequence[ClassResult]) -> list[ClassResult]:
    return [result for result in results if result.is_scored]


def _first_right(result: ClassResult) -> frozenset[int]:
    return result.first_right_students if result.first_answered else result.right_students


def _matrix(right_students: Sequence[frozenset[int]], student_count: int) -> np.ndarray:
    """Ones where a student was right.

    *Shape:* (questions, students)
    """
    matrix = np.zeros((len(right_students), student_count))
    for row, numbers in zip(matrix, right_students, strict=True):
        row[[number - 1 for number in numbers if number <= student_count]] = 1
    return matrix


def _correlation(first: np.ndarray, second: np.ndarray) -> float:
    if len(first) < 2 or first.std() == 0 or second.std() == 0:
        return math.nan
    return float(np.corrcoef(first, second)[0, 1])
