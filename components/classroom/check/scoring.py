"""What a check says of a class: gains per question and of all, with intervals over students.

Normalised gain: Hake 1998, American Journal of Physics 66(1), https://doi.org/10.1119/1.18809.
docs/learning-check.md has all formulas.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.classroom.entries import normalised_gain
from components.classroom.items import correlation
from components.model.statistics.bootstrap import Interval, interval, resample_indices

STUDENTS_FOR_INTERVAL = 5
Floats64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class QuestionGain:
    """How a class did at one question.

    Attributes:
        before: The share of right answers before: its difficulty, where 1 is easy.
        after: The share after.
        discrimination: The correlation, over students, of a right answer after with the score of all other questions
            after; NaN if one of the two is the same for all.
    """

    before: float
    after: float
    discrimination: float

    @property
    def gain(self) -> float:
        """What the share of right answers rose by."""
        return self.after - self.before


@dataclass(frozen=True)
class CheckOutcome:
    """How a class did at the check.

    Attributes:
        student_count: How many students finished it before and after; only they count.
        questions: In their order.
        normalised_gain: The share of what was wrong before that is right after; NaN if nothing was.
        weighted_gain: The mean gain of the questions, each weighted by the share of wrong answers before.
    """

    student_count: int
    questions: tuple[QuestionGain, ...]
    normalised_gain: Interval
    weighted_gain: Interval

    @property
    def lost_count(self) -> int:
        """At how many questions fewer were right after than before."""
        return sum(question.gain < 0 for question in self.questions)


def score_check(before: Sequence[Sequence[bool]], after: Sequence[Sequence[bool]]) -> CheckOutcome:
    """Score the answers of the students who finished both.

    Args:
        before: Whether each answer was right. *Shape:* (student, question), at least one student
        after: The same after the lecture, with the same students in the same order.
    """
    first, last = np.array(before, dtype=float), np.array(after, dtype=float)
    weights = _resample_weights(len(first))
    resamples = weights @ first, weights @ last  # (resample, question)
    totals = last.sum(axis=1)
    questions = tuple(
        QuestionGain(float(old.mean()), float(new.mean()), correlation(new, totals - new))
        for old, new in zip(first.T, last.T, strict=True)
    )
    shares = first.mean(axis=0), last.mean(axis=0)
    return CheckOutcome(
        len(first),
        questions,
        _with_interval(lambda old, new: normalised_gain(float(old.mean()), float(new.mean())), shares, resamples),
        _with_interval(_weighted_gain, shares, resamples),
    )


def _weighted_gain(before: Floats64, after: Floats64) -> float:
    """Σ (1 − before) · (after − before) / Σ (1 − before); NaN if everything was right before."""
    room = 1 - before
    total = float(room.sum())
    return float((room * (after - before)).sum()) / total if total > 0 else math.nan


def _with_interval(
    statistic: Callable[[Floats64, Floats64], float],
    shares: tuple[Floats64, Floats64],
    resamples: tuple[Floats64, Floats64],
) -> Interval:
    """A statistic of the shares of right answers, with an interval if there are enough students.

    Resamples in which it is not defined are left out.
    """
    value = statistic(*shares)
    if not len(resamples[0]) or math.isnan(value):
        return Interval(math.nan, value, math.nan)
    values = np.array([statistic(old, new) for old, new in zip(*resamples, strict=True)])
    return interval(value, values[~np.isnan(values)])


def _resample_weights(student_count: int) -> Floats64:
    """How much each student counts in each resample; no resamples of too few students. *Shape:* (resample, student)."""
    if student_count < STUDENTS_FOR_INTERVAL:
        return np.empty((0, student_count))
    indices = resample_indices(student_count)
    return np.stack([np.bincount(row, minlength=student_count) for row in indices]) / student_count
