"""Results of comparing a student with its teacher over blanks. Field names are keys of shipped files."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.model.results import Candidate, Conditions
from components.model.statistics.bootstrap import Interval, interval, mean_interval, resample_indices

Array = npt.NDArray[np.float64]

TOP_COUNT = 5  # top candidates that are compared


@dataclass(frozen=True)
class BlankAgreement:
    """One blank, predicted by both models.

    Attributes:
        group: The kind of knowledge that the blank needs.
        sentence: The sentence with its [MASK].
        word: The correct word.
        teacher: The teacher's top candidates, most probable first.
        student: The student's top candidates, most probable first.
        same_first: Whether both have the same top candidate.
        common: Number of tokens among the top candidates of both.
        kl: KL(teacher || student) over the whole vocabulary, in nats.
        js: Jensen-Shannon divergence over the whole vocabulary, in nats.
        teacher_rank: Rank of the correct word for the teacher, from 1; None if the word is not a single token.
        student_rank: The same for the student.
    """

    group: str
    sentence: str
    word: str
    teacher: tuple[Candidate, ...]
    student: tuple[Candidate, ...]
    same_first: bool
    common: int
    kl: float
    js: float
    teacher_rank: int | None
    student_rank: int | None


@dataclass(frozen=True)
class AgreementSummary:
    """Statistics over many blanks, with 95% intervals.

    Statistics of ranks are over the blanks whose word is a single token, and None if there are no such blanks.

    Attributes:
        blanks: Number of blanks.
        ranked: Number of blanks whose word is a single token.
        first_choice: Share of blanks with the same top candidate.
        common: Mean number of common tokens among the top candidates.
        kl: Mean KL(teacher || student) in nats.
        teacher_top1: Top-1 accuracy of the teacher.
        student_top1: Top-1 accuracy of the student.
        accuracy_ratio: The student's accuracy divided by the teacher's; None if the teacher's is 0.
    """

    blanks: int
    ranked: int
    first_choice: Interval
    common: Interval
    kl: Interval
    teacher_top1: Interval | None
    student_top1: Interval | None
    accuracy_ratio: Interval | None


@dataclass(frozen=True)
class Agreement:
    """A teacher and a student over many blanks, with the conditions of both."""

    blanks: tuple[BlankAgreement, ...]
    conditions: tuple[Conditions, Conditions]

    @cached_property
    def summary(self) -> AgreementSummary:
        """Statistics over the blanks."""
        return agreement_summary(self.blanks)


def agreement_summary(blanks: Sequence[BlankAgreement]) -> AgreementSummary:
    """Statistics over ``blanks``; the same blanks always give the same intervals.

    Raises:
        ValueError: There are no blanks.
    """
    if not blanks:
        raise ValueError("no blanks to summarise")
    same_first = np.array([blank.same_first for blank in blanks], dtype=np.float64)
    common = np.array([blank.common for blank in blanks], dtype=np.float64)
    divergences = np.array([blank.kl for blank in blanks])
    resamples = resample_indices(len(blanks))
    ranks = [
        (blank.teacher_rank, blank.student_rank)
        for blank in blanks
        if blank.teacher_rank is not None and blank.student_rank is not None
    ]
    return AgreementSummary(
        blanks=len(blanks),
        ranked=len(ranks),
        first_choice=mean_interval(same_first, resamples),
        common=mean_interval(common, resamples),
        kl=mean_interval(divergences, resamples),
        **_rank_statistics(np.array(ranks, dtype=np.float64)),
    )


def _rank_statistics(ranks: Array) -> dict[str, Interval | None]:
    """The statistics that need ranks. *Shape:* ``ranks`` (blank, 2), of teacher and student."""
    names = ("teacher_top1", "student_top1", "accuracy_ratio")
    if not len(ranks):
        return dict.fromkeys(names)
    resamples = resample_indices(len(ranks))
    correct = (ranks == 1).astype(np.float64)
    teacher, student = correct.mean(axis=0)
    accuracy_ratio = None
    if teacher > 0:
        resampled_accuracies = correct[resamples].mean(axis=1)  # (draw, 2)
        resampled_accuracies = resampled_accuracies[
            resampled_accuracies[:, 0] > 0
        ]  # without a correct answer of the teacher there is no ratio
        accuracy_ratio = interval(float(student / teacher), resampled_accuracies[:, 1] / resampled_accuracies[:, 0])
    return dict(zip(names, [*(mean_interval(values, resamples) for values in correct.T), accuracy_ratio], strict=True))
