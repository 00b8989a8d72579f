"""What each mistake costs, in sentences made from its numbers: they hold whatever the model."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from components.mistakes.model.catalogue import mistake
from components.mistakes.model.mistake import PROBABILITY, Mistake
from components.mistakes.model.results import Compared, Side
from components.tables.numbers import percentage, probability_text


def finding(key: str, found: Compared) -> str:
    """What a mistake does to the model that was asked."""
    return _SAID[key](found)


def _moves(how: str) -> Callable[[Compared], str]:
    """About a word whose probability changes."""

    def said(found: Compared) -> str:
        word = "" if found.followed is None else found.followed[1]
        if found.wrong.error:
            return f"{how} it fails at once: {found.wrong.error}. With ids that exist, there would be no error."
        right, wrong = probability_text(found.right.value), probability_text(found.wrong.value)
        first = found.wrong.rows[0].name
        rest = "is still the top guess" if first == word else f"“{first}” becomes the top guess"
        verb = "stays at" if right == wrong else f"{_direction(found)} from {right} to"
        return f"{how}, “{word}” {verb} {wrong}, and {rest}."

    return said


def _direction(comparison: Compared) -> str:
    return "falls" if comparison.wrong.value < comparison.right.value else "rises"


def measure_text(mistake_shown: Mistake, comparison: Compared) -> str:
    """What the number is; where it is the probability of the word that the right version puts first, of which word."""
    if mistake_shown.measure != PROBABILITY or comparison.followed is None:
        return mistake_shown.measure
    return f"Probability of “{comparison.followed[1]}”, the top guess of the right version"


def _mask_string(found: Compared) -> str:
    if found.wrong.value:
        return f"This tokenizer knows the other model’s mask, too: {found.wrong.value:.0f} masked position remains."
    extra = len(found.wrong.rows) - len(found.right.rows) + 1
    pieces = "1 ordinary token" if extra == 1 else f"{extra} ordinary tokens"
    return f"Another model’s mask becomes {pieces}, and no masked position is left."


def _softmax(found: Compared) -> str:
    return f"Over the wrong axis, the probabilities at the blank sum to {found.wrong.value:,.0f} instead of 1."


def _half(found: Compared) -> str:
    word = "" if found.followed is None else found.followed[1]
    if math.isnan(found.wrong.value):
        return (
            f"In half precision the sum overflows to infinity, and the probability of “{word}” "
            f"({probability_text(found.right.value)}) is no longer a number."
        )
    right, wrong = probability_text(found.right.value), probability_text(found.wrong.value)
    if right != wrong:
        return f"In half precision, “{word}” {_direction(found)} from {right} to {wrong}."
    return f"In half precision, “{word}” stays at {wrong}: the scores of this model are too small to overflow."


def _dropout(found: Compared) -> str:
    low, high = _ends(found.wrong)
    word = "" if found.followed is None else found.followed[1]
    return (
        f"With dropout on, five calls give “{word}” between {probability_text(low)} and {probability_text(high)}; with dropout off, all "
        f"five give {probability_text(found.right.rows[0].value)}."
    )


def _ends(side: Side) -> tuple[float, float]:
    values = [row.value for row in side.rows]
    return min(values), max(values)


def _sentence_vector(found: Compared) -> str:
    """Which vector separates better, where the interval of the difference over sentence pairs leaves 0 out."""
    nearest = [side.rows[-1].figure for side in (found.right, found.wrong)]
    figures = (
        f"the gap is {found.right.value:.2f} standard deviations with the mean and {found.wrong.value:.2f} with [CLS]; "
        f"the nearest sentence means the same for {nearest[0]} and {nearest[1]}."
    )
    if found.difference is not None and found.difference.low > 0:
        return f"[CLS] separates these sentences worse than the mean vector: {figures}"
    if found.difference is not None and found.difference.high < 0:
        return f"No mistake here, [CLS] separates these sentences better than the mean vector: {figures}"
    return f"These sentences are too few to tell [CLS] and the mean vector apart: {figures}"


def _pieces_and_labels(found: Compared) -> str:
    wrong, right = (percentage(side.value) for side in (found.wrong, found.right))
    return (
        f"Assigned in order, {wrong} of the words have the right label on their first piece; with word_ids(), {right}."
    )


def _surprise(found: Compared) -> str:
    first, second = (row.name for row in found.right.rows)
    right, wrong = f"{found.right.value:.2f}", f"{found.wrong.value:.2f}"
    if right == wrong:
        return f"No mistake here: in either unit, {first} needs {right} times as many bits as {second}."
    reversed_order = (found.right.value - 1) * (found.wrong.value - 1) < 0
    figures = f"{first} needs {right} times as many bits as {second} per character, {wrong} times per token"
    return f"{figures}: the unit decides which model looks better." if reversed_order else f"{figures}."


def _learning_rate(found: Compared) -> str:
    right, wrong = (f"{_hits(side)} of {len(side.rows)}" for side in (found.right, found.wrong))
    low, high = (np.format_float_positional(float(str(rate))) for rate in mistake("learning_rate").settings)
    figures = f"After ten steps at {high}, {wrong} other blanks are still filled as before; at {low}, {right}"
    return f"{figures}." if _hits(found.wrong) < _hits(found.right) else f"{figures}: the high rate cost nothing here."


def _tested_on_itself(found: Compared) -> str:
    """What training did to both tests, and so what the score on the trained sentences is worth."""
    trained, others = (_before_and_after(side) for side in (found.wrong, found.right))
    figures = (
        f"Training sentences: {trained[0]} of {len(found.wrong.rows)} correct before and {trained[1]} after. Held-out "
    )
    figures += f"sentences: {others[0]} of {len(found.right.rows)} before and {others[1]} after."
    gain, carried = trained[1] - trained[0], others[1] - others[0]
    if gain <= 0:
        return f"{figures} Training did not help on any of the six."
    if carried <= 0:
        return f"{figures} The model memorised the six; nothing carried over."
    if carried < gain:
        return f"{figures} Something carried over, but less than the test on the training data suggests."
    return f"{figures} As much carried over as was learned."


def _before_and_after(side: Side) -> tuple[int, int]:
    """How many of a side's blanks are right before the training and after it."""
    assert side.before_training is not None  # as every side of a mistake in training has it
    return round(side.before_training * len(side.rows)), _hits(side)


def _hits(side: Side) -> int:
    return sum(row.value == 1 for row in side.rows)


_SAID: Mapping[str, Callable[[Compared], str]] = MappingProxyType(
    {
        "attention_mask": _moves("Without the mask"),
        "padding_side": _moves("With padding on the left"),
        "vocabulary": _moves("With another vocabulary’s ids"),
        "case": _moves("With capital letters"),
        "mask_string": _mask_string,
        "truncation": _moves("With the end cut off"),
        "segments": _moves("Without segment ids"),
        "softmax": _softmax,
        "half": _half,
        "dropout": _dropout,
        "sentence_vector": _sentence_vector,
        "pieces_and_labels": _pieces_and_labels,
        "surprise": _surprise,
        "learning_rate": _learning_rate,
        "tested_on_itself": _tested_on_itself,
    }
)
