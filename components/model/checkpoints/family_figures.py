"""Evaluation figures of the bundled models on held-out documents."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from components.model.checkpoints.catalogue import REFERENCE
from components.model.statistics.bootstrap import Interval

_Z_95 = 1.96  # standard deviations: 95% of a normal distribution


@dataclass(frozen=True)
class MemberFigures:
    """One member of the pocket family.

    Attributes:
        model_id: Its id in the registry.
        parameters: How many numbers it has learned.
        training_tokens: Pieces seen in training.
        loss: Cross-entropy of the pieces asked for, in nats.
        top1: The share of them ranked first.
        agreement: The share where it ranks first what pocket-bert does; None where the two were not compared.
        kl: KL(pocket-bert || this), mean over the pieces, in nats; None where the two were not compared.
        evaluated_tokens: How many pieces were asked for.
        causal: Whether it was asked for the next piece, and not for masked ones.
        far_tokens: Pieces on which its far positions were learned alone at the end; 0 where they were not.
        relative_top1: Its top-1 accuracy divided by pocket-bert's on the same tokens, with a 95% interval over
            documents; None where the two were not compared.
    """

    model_id: str
    parameters: int
    training_tokens: int
    loss: float
    top1: float
    agreement: float | None
    kl: float | None
    evaluated_tokens: int
    causal: bool
    far_tokens: int = 0
    relative_top1: Interval | None = None


def held_out_quality(teacher: MemberFigures, student: MemberFigures) -> Interval:
    """The student's top-1 accuracy divided by the teacher's, with a 95% interval.

    Where the teacher is the reference that the student was compared with, token by token, the interval is that of the
    evaluation: a bootstrap over documents. Otherwise it uses the delta method for a ratio and treats tokens and models
    as independent.
    """
    if teacher.model_id == REFERENCE and student.relative_top1 is not None:
        return student.relative_top1
    ratio = student.top1 / teacher.top1
    standard_error = math.sqrt(
        sum((1 - figures.top1) / (figures.top1 * figures.evaluated_tokens) for figures in (teacher, student))
    )
    return Interval(ratio * math.exp(-_Z_95 * standard_error), ratio, ratio * math.exp(_Z_95 * standard_error))


def relative_quality(figures: Mapping[str, MemberFigures], teacher: str, student: str) -> Interval | None:
    """:func:`held_out_quality` of two models by their ids; None if it was not measured or they have different tasks."""
    if teacher not in figures or student not in figures:
        return None
    first, second = figures[teacher], figures[student]
    # Models with different tasks, or with an accuracy of 0, cannot be compared.
    is_comparable = first.causal == second.causal and min(first.top1, second.top1) > 0
    return held_out_quality(first, second) if is_comparable else None
