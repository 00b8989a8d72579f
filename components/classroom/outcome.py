"""What a class answered to a question with a right answer: a table for bars, and sentences."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from components.classroom.entries import ClassResult
from components.model.tally import normalise_guess, parse_number
from components.tables.numbers import fixed, percentage
from components.tables.phrases import count_phrase

ROW_LIMIT = 6
RIGHT_MARK = "✓ "


def answer_table(result: ClassResult, options: Sequence[str] = (), first: ClassResult | None = None) -> pd.DataFrame:
    """One row per answer: all options of a choice in their order, else the most frequent answers.

    Columns: ``answer`` (the right one with a tick), ``share`` and ``first_share`` of two votes (NaN if there was one),
    ``figure`` (counts and the last share).

    Args:
        result: The outcome of the last vote.
        options: The options of a choice.
        first: The outcome of the first of two votes; None if there was one.
    """
    counts, first_counts = dict(result.counts), dict(first.counts if first is not None else ())
    totals = Counter(counts) + Counter(first_counts)
    rows = []
    for answer in options or [answer for answer, _ in totals.most_common(ROW_LIMIT)]:
        count, first_count = counts.get(answer, 0), first_counts.get(answer, 0)
        share, first_share = _share(count, result), _share(first_count, first)
        mark = RIGHT_MARK if is_right_answer(answer, result.right) else ""
        figure = f"{count} ({percentage(share)})"
        rows.append((f"{mark}{answer}", share, first_share, figure if first is None else f"{first_count} → {figure}"))
    return pd.DataFrame(rows, columns=["answer", "share", "first_share", "figure"])


def _share(count: int, result: ClassResult | None) -> float:
    if result is None:
        return math.nan
    return count / result.answered if result.answered else 0.0


def place_table(result: ClassResult, places: Sequence[str]) -> pd.DataFrame:
    """One row per place, in the order of the sentence.

    Columns: ``place``; ``count``, of those who pointed at it; ``right``, whether it is the right one.
    """
    counts = dict(result.counts)
    rows = [(place, counts.get(place, 0), place == result.right) for place in places]
    return pd.DataFrame(rows, columns=["place", "count", "right"])


def verdict_on(answer: str, right: str, *, was_right: bool) -> str:
    """A sentence for whoever gave ``answer``."""
    if parse_number(right) is not None and not is_right_answer(answer, right):
        return f"{'Close enough' if was_right else 'Not close enough'}: the number is {right}."
    return "That is the model’s answer, too." if was_right else f"The model’s answer is “{right}”."


def result_finding(result: ClassResult) -> str:
    """What a class answered, in one or two sentences."""
    if not result.answered:
        return "Nobody has answered."
    if not result.right:
        return f"{count_phrase(result.answered, 'answer')}."
    right = len(result.right_students)
    if parse_number(result.right) is None:
        return f"{right} of {result.answered} gave the model’s answer, “{result.right}”."
    numbers = [
        number for answer, count in result.counts for number in [parse_number(answer)] * count if number is not None
    ]
    middle = f" The median answer is {statistics.median(numbers):.4g}." if numbers else ""
    return f"The right number is {result.right}; {right} of {result.answered} were close enough.{middle}"


def two_votes_finding(result: ClassResult) -> str:
    """What a class answered before and after a discussion, and the gain."""
    right = len(result.right_students)
    if not result.right:
        return f"{count_phrase(result.first_answered, 'answer')}, then {result.answered:,} after the discussion."
    answer = result.right if parse_number(result.right) is not None else f"“{result.right}”"
    before = f"{len(result.first_right_students)} of {result.first_answered}"
    after = f"{right} of {result.answered}"
    finding = f"The model’s answer is {answer}. Correct before the discussion: {before}; after it: {after}."
    gain = result.normalised_gain
    return finding if math.isnan(gain) else f"{finding} Normalised gain: {fixed(gain, 2)}."


def is_right_answer(answer: str, right: str) -> bool:
    """Whether an answer, as a class stores it, is exactly the right one: "9" is "9.0", and "paris" is "Paris"."""
    given, exact = parse_number(answer), parse_number(right)
    if given is not None and exact is not None:
        return given == exact
    return bool(right) and normalise_guess(answer) == normalise_guess(right)
