"""The three claims about DistilBERT as figures, and what share of a teacher's quality held-out text shows."""

import math

import pandas as pd

from components.model.checkpoints.family_figures import MemberFigures
from components.model.statistics.bootstrap import Interval
from components.speed.model.results import TimingResult
from components.speed.tables.findings import CLAIMED_FASTER, CLAIMED_QUALITY, CLAIMED_SMALLER, judged_cell
from components.tables.numbers import percentage

_DEVIATIONS = 1.96  # on either side: 95% of a normal distribution


def held_out_quality(teacher: MemberFigures, student: MemberFigures) -> Interval:
    """The student's share of first choices that are right over the teacher's, with a 95% interval.

    By the delta method for a ratio, pieces taken for independent of each other and the two models too: both were asked
    for the same pieces, so the interval is rather too wide than too narrow on that account.
    """
    ratio = student.top1 / teacher.top1
    spread = math.sqrt(sum((1 - one.top1) / (one.top1 * one.evaluated_tokens) for one in (teacher, student)))
    return Interval(ratio * math.exp(-_DEVIATIONS * spread), ratio, ratio * math.exp(_DEVIATIONS * spread))


def claim_table(result: TimingResult, *, quality: Interval | None = None) -> pd.DataFrame:
    """One row a claim that was measured.

    Columns: ``row`` from 1; ``name``; ``value``, ``low``, ``high``, what was measured, as shares; ``claimed``;
    ``figure``, as people read it.
    """
    first, second = result.models
    smaller = 1 - second.parameters / first.parameters
    ratio = judged_cell(result.cells).speed_up
    rows = [
        ("smaller by", Interval(smaller, smaller, smaller), CLAIMED_SMALLER),
        ("faster by", Interval(ratio.low - 1, ratio.value - 1, ratio.high - 1), CLAIMED_FASTER),
        *([("quality kept", quality, CLAIMED_QUALITY)] if quality is not None else []),
    ]
    return pd.DataFrame(
        [
            (row, name, of.value, of.low, of.high, claimed, f"{percentage(of.value)}, claimed {percentage(claimed)}")
            for row, (name, of, claimed) in enumerate(rows, 1)
        ],
        columns=["row", "name", "value", "low", "high", "claimed", "figure"],
    )
