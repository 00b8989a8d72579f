"""How a student answers blanks, held against its teacher."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.model.results import Candidate, Conditions
from components.model.statistics.bootstrap import Interval, interval, mean_interval, median_interval, resample_indices

Array = npt.NDArray[np.float64]

TOP_COUNT = 5  # choices compared


@dataclass(frozen=True)
class BlankAgreement:
    """One blank under both models.

    ``teacher`` and ``student`` are the first choices of either, the likeliest first; ``same_first`` says whether both
    begin with the same piece, ``common`` how many pieces both name. ``kl`` is KL(teacher || student) and ``js`` the
    Jensen-Shannon divergence, over the whole vocabulary, in nats. Ranks are of the word that stood there, from 1; None
    where the vocabulary does not hold it as one piece.
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
    """What many blanks amount to.

    ``blanks`` counts them and ``ranked`` those whose word is one piece, over which ranks and the three that follow from
    ranks are taken. ``first_choice`` is the share of blanks where both put the same piece first; ``common`` the mean
    number of pieces common to the first five; ``kl`` and ``js`` means in nats; ranks are medians; ``teacher_top1`` and
    ``student_top1`` the shares where the word comes first; ``kept`` the student's of these over the teacher's. What
    needs ranks is None where no word is one piece, ``kept`` also where the teacher is never right.
    """

    blanks: int
    ranked: int
    first_choice: Interval
    common: Interval
    kl: Interval
    js: Interval
    teacher_rank: Interval | None
    student_rank: Interval | None
    teacher_top1: Interval | None
    student_top1: Interval | None
    accuracy_ratio: Interval | None


@dataclass(frozen=True)
class Agreement:
    """A teacher and a student over many blanks; ``conditions`` are the teacher's and the student's."""

    blanks: tuple[BlankAgreement, ...]
    conditions: tuple[Conditions, Conditions]

    @cached_property
    def summary(self) -> AgreementSummary:
        """What the blanks amount to."""
        return agreement_summary(self.blanks)


def agreement_summary(blanks: Sequence[BlankAgreement]) -> AgreementSummary:
    """What ``blanks`` amount to; the same blanks always give the same intervals.

    Raises:
        ValueError: There are no blanks.
    """
    if not blanks:
        raise ValueError("no blanks to summarise")
    first = np.array([blank.same_first for blank in blanks], dtype=np.float64)
    common = np.array([blank.common for blank in blanks], dtype=np.float64)
    divergences = np.array([(blank.kl, blank.js) for blank in blanks])
    drawn = resample_indices(len(blanks))
    found = [
        (blank.teacher_rank, blank.student_rank)
        for blank in blanks
        if blank.teacher_rank is not None and blank.student_rank is not None
    ]
    return AgreementSummary(
        blanks=len(blanks),
        ranked=len(found),
        first_choice=mean_interval(first, drawn),
        common=mean_interval(common, drawn),
        kl=mean_interval(divergences[:, 0], drawn),
        js=mean_interval(divergences[:, 1], drawn),
        **_of_ranks(np.array(found, dtype=np.float64)),
    )


def _of_ranks(ranks: Array) -> dict[str, Interval | None]:
    """The part of a summary that needs ranks. *Shape:* (blank, 2), the teacher's and the student's."""
    names = ("teacher_rank", "student_rank", "teacher_top1", "student_top1", "kept")
    if not len(ranks):
        return dict.fromkeys(names)
    drawn = resample_indices(len(ranks))
    medians = [median_interval(of, drawn) for of in ranks.T]
    right = (ranks == 1).astype(np.float64)
    teacher, student = right.mean(axis=0)
    kept = None
    if teacher > 0:
        draws = right[drawn].mean(axis=1)  # (draw, 2)
        draws = draws[draws[:, 0] > 0]  # a draw without a right answer of the teacher's has no ratio
        kept = interval(float(student / teacher), draws[:, 1] / draws[:, 0])
    return dict(zip(names, [*medians, *(mean_interval(of, drawn) for of in right.T), kept], strict=True))
