"""Two models compared at one blank: their top guesses, and how far they agree beyond them."""

import math
from typing import Literal

import pandas as pd

from components.distillation.model.pair_results import ModelPair
from components.model.blanks.results import PairWord
from components.tables.numbers import (
    fixed,
    log_probability_text,
    nats_to_bits,
    percentage,
    probability_text,
    times_as_likely,
)
from components.tables.pairs import most_likely_words
from components.tables.phrases import by_count, count_phrase, possessive, quoted, word_label


def leading_words(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The rows of a pair table that are among the ``count`` likeliest of either side, in descending order."""
    leading = {*table["first"].nlargest(count).index, *table["second"].nlargest(count).index}
    return most_likely_words(table.loc[sorted(leading)], count=len(leading))


def model_finding(pair: ModelPair, names: tuple[str, str]) -> str:
    """The top guess of each of two models at one blank."""
    first, second = top_words(pair)
    likely, likely_there = log_probability_text(first.first), log_probability_text(second.second)
    if first == second:
        return f"Both models’ top guess is {quoted(word_label(first))}: teacher {likely}, student {likely_there}."
    texts = zip(names, (_close_second(pair, "first"), _close_second(pair, "second")), strict=True)
    close = "".join(f" For {name}, it is {text}." for name, text in texts if text)
    return (
        f"{possessive(names[0])} top guess is {quoted(word_label(first))} ({likely}), "
        f"{possessive(names[1])} is {quoted(word_label(second))} ({likely_there}).{close}"
    )


def overlap_note(pair: ModelPair, names: tuple[str, str], *, count: int) -> str:
    """How far two models agree at one blank beyond their top guesses."""
    common = overlap(pair, count=count)
    mass, mass_there = probability_text(pair.mass_first), probability_text(pair.mass_second)
    whole = {percentage(pair.mass_first, 1), percentage(pair.mass_second, 1)} == {percentage(1.0, 1)}
    share = (
        "" if whole else f" ({mass} of {possessive(names[0])} probability and {mass_there} of {possessive(names[1])})"
    )
    return (
        f"Of each model’s {count} likeliest tokens, {common} {by_count(common, 'is', 'are')} the same. Over the "
        f"{count_phrase(pair.shared, 'token')} that both vocabularies have{share}, the two predictions are "
        f"{divergence_text(pair.jsd)} apart (0 = identical, 1 = no overlap)."
    )


def _close_second(pair: ModelPair, side: Literal["first", "second"]) -> str:
    """That another guess of a model is about as likely as its top guess; else empty."""
    ranked = sorted(((getattr(word, side), word) for word in pair.words), key=lambda ranked: ranked[0], reverse=True)
    (top, _), (probability, word) = ranked[:2]
    ratio = times_as_likely(top - probability)
    return f"{ratio} {quoted(word_label(word))}" if ratio == times_as_likely(0.0) else ""


def divergence_text(jsd: float) -> str:
    """A Jensen-Shannon divergence in nats as bits with three decimals; rounding never makes it zero."""
    bits = nats_to_bits(jsd)
    return "less than 0.001 bits" if 1e-6 < bits < 0.0005 else f"{fixed(bits, 3)} bits"


def top_words(pair: ModelPair) -> tuple[PairWord, PairWord]:
    """The likeliest token of each model."""
    return max(pair.words, key=lambda word: word.first), max(pair.words, key=lambda word: word.second)


def overlap(pair: ModelPair, *, count: int) -> int:
    """How many of their first ``count`` tokens two models share."""
    lists = []
    for side in ("first", "second"):
        ranked = sorted(
            (word for word in pair.words if getattr(word, side) > -math.inf), key=lambda word: -getattr(word, side)
        )
        lists.append({*ranked[:count]})
    return len(lists[0] & lists[1])
