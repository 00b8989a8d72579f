"""What a class answered to a question with a right answer: a table for bars, and sentences."""

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from components.classroom.entries import ClassEntry, ClassResult, Standing
from components.model.tally import normalise_guess, parse_alternatives, parse_number
from components.tables.numbers import fixed, percentage
from components.tables.phrases import count_phrase

ROW_LIMIT = 6
RIGHT_MARK = "✓ "
FOOLED, AS_MEANT, NOT_JUDGED = "fooled", "read as meant", "could not be judged"


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
    numbers = parse_alternatives(right)
    if numbers and not is_right_answer(answer, right):
        return f"{'Close enough: the' if was_right else 'The'} number is {right}."
    if len(numbers) > 1:
        return f"That is one of the right answers here: {right}."
    return "That is the answer here." if was_right else f"The answer here is “{right}”."


def sentence_verdict(entry: ClassEntry, label: str, *, was_right: bool) -> str:
    """The verdict for a student who sent a sentence that was to fool the model, given the model's label.

    Args:
        entry: What the student sent.
        label: The model's; "" if it could not say.
        was_right: Whether that gave a point.
    """
    if not label:
        return "The model could not decide between the meanings, so this sentence does not count."
    verdict = fooling_verdict(label, was_right=was_right)
    return f"{verdict} Your sentence was not shown on the projector." if entry.hidden else verdict


def fooling_verdict(label: str, *, was_right: bool) -> str:
    """The verdict for whoever wrote a sentence that was to fool the model, given the model's label."""
    return f"The model says “{label}”: {'you fooled it!' if was_right else 'it reads it as you mean it.'}"


def standing_verdict(standing: Standing) -> str:
    """The comment below a student’s answer and the model’s; "" if none is needed."""
    result, entry = standing.result, standing.entry
    if entry is None:
        return ""
    if result.labels:
        return sentence_verdict(entry, dict(result.labels).get(entry.text, ""), was_right=standing.was_right)
    is_number = bool(parse_alternatives(result.right))
    return verdict_on(standing.answer, result.right, was_right=standing.was_right) if is_number else ""


def sentence_result(result: ClassResult, entries: Sequence[ClassEntry], labels: Mapping[str, str]) -> ClassResult:
    """The outcome of sentences that were to make the model say another label than theirs.

    Args:
        result: With the question's topic and texts.
        entries: What was sent, also what may not be shown.
        labels: The model's label for each sentence; "" if it could not say.
    """
    judged = [labels.get(entry.text, "") for entry in entries]
    outcomes = Counter(
        NOT_JUDGED if not label else AS_MEANT if label == entry.label else FOOLED
        for entry, label in zip(entries, judged, strict=True)
    )
    return replace(
        result,
        # Without a sentence there is nothing that a phone could be told.
        right=FOOLED if entries else "",
        counts=tuple((outcome, outcomes[outcome]) for outcome in (FOOLED, AS_MEANT, NOT_JUDGED) if outcomes[outcome]),
        answered=len(entries),
        right_students=frozenset(
            entry.student for entry, label in zip(entries, judged, strict=True) if label not in ("", entry.label)
        ),
        labels=tuple(labels.items()),
        unjudged_students=frozenset(entry.student for entry in entries if not labels.get(entry.text)),
    )


def result_finding(result: ClassResult) -> str:
    """What a class answered, in one or two sentences."""
    if not result.answered:
        return "Nobody has answered."
    if result.labels:
        right, total = len(result.right_students), count_phrase(result.answered, "sentence")
        unjudged = len(result.unjudged_students)
        others = f" It could not decide on {unjudged:,}." if unjudged else ""
        return f"{right} of {total} fooled the model.{others}"
    if not result.right:
        return f"{count_phrase(result.answered, 'answer')}."
    right = len(result.right_students)
    if not parse_alternatives(result.right):
        return f"{right} of {result.answered} chose the answer, “{result.right}”."
    numbers = [
        number for answer, count in result.counts for number in [parse_number(answer)] * count if number is not None
    ]
    middle = f" The median answer is {statistics.median(numbers):.4g}." if numbers else ""
    return f"The right number is {result.right}; {right} of {result.answered} counted as right.{middle}"


def two_votes_finding(result: ClassResult) -> str:
    """What a class answered before and after a discussion, in counts."""
    right = len(result.right_students)
    if not result.right:
        return f"{count_phrase(result.first_answered, 'answer')}, then {result.answered:,} after the discussion."
    answer = result.right if parse_alternatives(result.right) else f"“{result.right}”"
    before = f"{len(result.first_right_students)} of {result.first_answered}"
    return (
        f"The answer here is {answer}: {before} right before the discussion, {right} of {result.judged_count} after it."
    )


def later_round_finding(first: ClassResult | None, newcomers: int) -> str:
    """What the class answered when it was first asked, and who gets points in this later round.

    Args:
        first: The outcome of the first round; None if it is not stored any more.
        newcomers: How many students joined after the answer was shown.
    """
    before = "The answer was shown before."
    if first is not None and first.is_judged:
        before = f"The answer was shown before: {len(first.right_students)} of {first.judged_count} were right."
    if not newcomers:
        return f"{before} Nobody has joined since then, so this round gives no points."
    return f"{before} Only the {count_phrase(newcomers, 'student')} who joined since then can get a point."


def votes_explanation(result: ClassResult) -> str:
    """What the bars of two votes show, and what the gain is, if there is one."""
    bars = "The thin line at the foot of a bar is the share before the discussion."
    if absent := len(result.first_only_students):
        bars += f" The first answer counts for {count_phrase(absent, 'phone')} without a second one."
    gain = result.normalised_gain
    if not result.right or math.isnan(gain):
        return bars
    is_partial = result.first_only_students or result.last_only_students
    whose = f" of the {count_phrase(result.voted_twice, 'phone')} that voted twice" if is_partial else ""
    everybody = "all of these are" if is_partial else "everybody is"
    return (
        f"{bars} Normalised gain{whose}: {fixed(gain, 2)}. It is the part of the wrong answers that the discussion put "
        f"right: 1 means {everybody} right now, 0 no change, below 0 a smaller share of right answers than before."
    )


def is_right_answer(answer: str, right: str) -> bool:
    """Whether an answer, as a class stores it, is exactly the right one: "9" is "9.0", and "paris" is "Paris".

    Of several numbers that are right ("2 or 1"), each is.
    """
    given, exact = parse_number(answer), parse_alternatives(right)
    if given is not None and exact:
        return given in exact
    return bool(right) and normalise_guess(answer) == normalise_guess(right)
