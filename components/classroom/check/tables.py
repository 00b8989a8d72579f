"""The outcome of a check as a table, in words and as a file."""

import math
from collections.abc import Sequence
from functools import lru_cache

import pandas as pd

from components.classroom.check.questions import DONT_KNOW, QUESTIONS, CheckSheets, right_answers
from components.classroom.check.scoring import STUDENTS_FOR_INTERVAL, CheckOutcome, score_check
from components.model.statistics.bootstrap import Interval
from components.tables.files import csv_bytes
from components.tables.numbers import fixed, percentage, signed_or_zero
from components.tables.phrases import count_phrase

UNDEFINED = "—"


def check_outcome(sheets: Sequence[CheckSheets]) -> CheckOutcome | None:
    """How a class did; None if nobody has finished the check before and after."""
    both = tuple(each for each in sheets if each.is_complete)
    return _scored(both) if both else None


@lru_cache(maxsize=8)  # the lecturer's page looks every two seconds, and intervals take a while
def _scored(both: tuple[CheckSheets, ...]) -> CheckOutcome:
    return score_check([right_answers(each.before) for each in both], [right_answers(each.after) for each in both])


def check_table(outcome: CheckOutcome) -> pd.DataFrame:
    """One row per question, as texts."""
    return pd.DataFrame(
        {
            "Question": question.text,
            "Right answer": dict(question.lettered)[question.right].text,
            "Right before": percentage(gain.before),
            "Right after": percentage(gain.after),
            "Gain in points": signed_or_zero(100 * gain.gain, 0),
            "Discrimination": _number(gain.discrimination, 2),
        }
        for question, gain in zip(QUESTIONS, outcome.questions, strict=True)
    )


def check_finding(outcome: CheckOutcome) -> list[str]:
    """The gains of the whole check, in sentences."""
    gain, weighted = outcome.normalised_gain, outcome.weighted_gain
    points = Interval(100 * weighted.low, 100 * weighted.value, 100 * weighted.high)
    lines = [
        f"{count_phrase(outcome.student_count, 'phone')} finished both.",
        f"Normalised gain g: {_estimate(gain, 2)}."
        + ("" if math.isnan(gain.value) else " That is the net gain as a share of what was wrong before."),
        f"Weighted learning gain, in points: {_estimate(points, 0)}."
        + ("" if math.isnan(weighted.value) else " Questions that were hard before count more."),
        f"Questions with fewer right answers after than before: {outcome.lost_count} of {len(QUESTIONS)}.",
    ]
    if outcome.student_count < STUDENTS_FOR_INTERVAL:
        lines.insert(1, f"These are too few for an interval, which needs at least {STUDENTS_FOR_INTERVAL}.")
    return lines


def check_csv(sheets: Sequence[CheckSheets]) -> bytes:
    """One row per phone that finished before or after: its answers, as letters; no names, no times.

    The first row has the right answers.
    """
    key = "".join(question.right for question in QUESTIONS)
    rows = [
        {
            "row": number or "right",
            **{f"before_{index}": _answer(each.before, index) for index in range(1, len(QUESTIONS) + 1)},
            **{f"after_{index}": _answer(each.after, index) for index in range(1, len(QUESTIONS) + 1)},
        }
        for number, each in enumerate([CheckSheets(key, key), *sheets])
    ]
    return csv_bytes(pd.DataFrame(rows))


def _answer(sheet: str, number: int) -> str:
    answer = sheet[number - 1 : number]
    return "don't know" if answer == DONT_KNOW else answer


def _estimate(estimate: Interval, decimals: int) -> str:
    value = _number(estimate.value, decimals)
    if not estimate.is_known:
        return value
    return f"{value} (95% interval {_number(estimate.low, decimals)} to {_number(estimate.high, decimals)})"


def _number(number: float, decimals: int) -> str:
    return UNDEFINED if math.isnan(number) else fixed(number, decimals)
