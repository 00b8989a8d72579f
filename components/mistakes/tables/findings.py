"""What each mistake costs, in sentences made from its numbers: they hold whatever the model."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from components.mistakes.model.catalogue import mistake
from components.mistakes.model.results import Compared, Side
from components.tables.predictions import percent


def finding(key: str, found: Compared) -> str:
    """What a mistake does to the model that was asked."""
    return _SAID[key](found)


def _moves(how: str) -> Callable[[Compared], str]:
    """About a word whose probability changes."""

    def said(found: Compared) -> str:
        word = "" if found.followed is None else found.followed[1]
        if found.wrong.error:
            return f"{how} it fails at once: {found.wrong.error}. Where the numbers fit, nothing would be said."
        right, wrong = percent(found.right.value), percent(found.wrong.value)
        first = found.wrong.rows[0].name
        rest = "still comes first" if first == word else f"“{first}” comes first"
        return f"{how} “{word}” goes from {right} to {wrong}, and {rest}."

    return said


def _mask_string(found: Compared) -> str:
    extra = len(found.wrong.rows) - len(found.right.rows) + 1
    return f"Written as another model writes it, the blank is cut into {extra} pieces of text, and no blank is left."


def _softmax(found: Compared) -> str:
    return f"Over the wrong axis the blank’s probabilities sum to {found.wrong.value:,.0f}, and not to 1."


def _half(found: Compared) -> str:
    word = "" if found.followed is None else found.followed[1]
    if math.isnan(found.wrong.value):
        return (
            f"In half precision the sum is infinite, and what was {percent(found.right.value)} for “{word}” is "
            f"no number."
        )
    return (
        f"In half precision “{word}” has {percent(found.wrong.value)}, as before: the scores of this model are too"
        f" small "
        "to overflow."
    )


def _dropout(found: Compared) -> str:
    low, high = _ends(found.wrong)
    word = "" if found.followed is None else found.followed[1]
    return (
        f"With dropout on, five calls give “{word}” between {percent(low)} and {percent(high)}; with it off all "
        f"five give "
        f"{percent(found.right.rows[0].value)}."
    )


def _ends(side: Side) -> tuple[float, float]:
    values = [row.value for row in side.rows]
    return min(values), max(values)


def _sentence_vector(found: Compared) -> str:
    nearest = [side.rows[-1].figure for side in (found.right, found.wrong)]
    return (
        f"By [CLS] sentences that have nothing to do with each other have a cosine of {found.wrong.value:.2f}, by "
        f"the mean "
        f"{found.right.value:.2f}. The nearest sentence means the same for {nearest[0]} by the mean and "
        f"{nearest[1]} by "
        "[CLS]."
    )


def _pieces_and_labels(found: Compared) -> str:
    wrong, right = (f"{100 * side.value:.0f} %" for side in (found.wrong, found.right))
    return f"One after the other, {wrong} of the words have their label on their first piece; by word_ids() {right}."


def _surprise(found: Compared) -> str:
    first, second = (row.name for row in found.right.rows)
    return (
        f"By the piece {first} has {found.wrong.value:.2f} times the bits of {second}, by the character "
        f"{found.right.value:.2f} times."
    )


def _learning_rate(found: Compared) -> str:
    right, wrong = (f"{_hits(side)} of {len(side.rows)}" for side in (found.right, found.wrong))
    low, high = (np.format_float_positional(float(str(rate))) for rate in mistake("learning_rate").settings)
    return f"After ten steps at {high}, {wrong} other blanks are filled as before; at {low} it is {right}."


def _tested_on_itself(found: Compared) -> str:
    right, wrong = (f"{_hits(side)} of {len(side.rows)}" for side in (found.right, found.wrong))
    return f"Asked what it was trained on it gets {wrong} right, and of sentences that it never saw {right}."


def _hits(side: Side) -> int:
    return sum(row.value == 1 for row in side.rows)


_SAID: Mapping[str, Callable[[Compared], str]] = MappingProxyType(
    {
        "attention_mask": _moves("Without the mask"),
        "padding_side": _moves("With the pads on the left"),
        "vocabulary": _moves("With another vocabulary’s ids"),
        "case": _moves("With its capital letters"),
        "mask_string": _mask_string,
        "truncation": _moves("With its end cut off"),
        "segments": _moves("Without segments"),
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
