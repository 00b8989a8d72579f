"""The three claims about DistilBERT as a table, and the relative quality of a student on held-out text."""

import math
from collections.abc import Mapping

import pandas as pd

from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.family_figures import MemberFigures
from components.model.statistics.bootstrap import Interval
from components.speed.model.results import TimingResult
from components.speed.tables.findings import (
    CLAIMED_FASTER,
    CLAIMED_QUALITY,
    CLAIMED_SMALLER,
    PAPER_SHARES,
    judged_cell,
    percent_text,
)
from components.tables.numbers import percentage

_Z_95 = 1.96  # standard deviations: 95% of a normal distribution


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


def claim_table(result: TimingResult, *, quality: Interval | None = None) -> pd.DataFrame:
    """One row per claim that was measured.

    Columns: ``row`` from 1; ``name``; ``value``, ``low``, ``high``, the measured share with its interval; ``claimed``;
    ``paper``, the share that follows from the paper's own pair of figures; ``figure``, measured and claimed as text.
    """
    first, second = result.models
    size_reduction = 1 - second.parameters / first.parameters
    ratio = judged_cell(result.cells).speed_up
    rows = [
        ("smaller by", Interval(size_reduction, size_reduction, size_reduction), CLAIMED_SMALLER, PAPER_SHARES.smaller),
        ("faster by", Interval(ratio.low - 1, ratio.value - 1, ratio.high - 1), CLAIMED_FASTER, PAPER_SHARES.faster),
        *([("accuracy kept", quality, CLAIMED_QUALITY, PAPER_SHARES.quality)] if quality is not None else []),
    ]
    return pd.DataFrame(
        [
            (
                row,
                name,
                interval.value,
                interval.low,
                interval.high,
                claimed,
                paper,
                f"{percent_text(interval.value)}, {'GLUE' if interval is quality else 'claimed'} {percentage(claimed)}",
            )
            for row, (name, interval, claimed, paper) in enumerate(rows, 1)
        ],
        columns=["row", "name", "value", "low", "high", "claimed", "paper", "figure"],
    )
