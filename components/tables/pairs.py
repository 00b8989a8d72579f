"""Two distributions compared, as of two sentences or of two models."""

import math
from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import PairWord
from components.tables.numbers import log_probability_text
from components.tables.phrases import word_label

MISSING = "not in vocabulary"


def pair_table(words: Sequence[PairWord]) -> pd.DataFrame:
    """Words with their probabilities on both sides, sorted by the ratio. A side may lack a word.

    Columns: ``row`` from 1; ``word``; ``first`` and ``second``, probabilities; ``first_chance`` and ``second_chance``,
    the same as text; ``moved``, second minus first.
    """
    ordered = sorted(words, key=lambda word: word.second - word.first, reverse=True)
    return pd.DataFrame(
        {
            "row": range(1, len(ordered) + 1),
            "word": [word_label(word) for word in ordered],
            "first": [math.exp(word.first) for word in ordered],
            "second": [math.exp(word.second) for word in ordered],
            "first_chance": [_chance(word.first) for word in ordered],
            "second_chance": [_chance(word.second) for word in ordered],
            "moved": [math.exp(word.second) - math.exp(word.first) for word in ordered],
        }
    )


def most_likely_words(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The ``count`` rows of a pair table with the largest probability on either side, in descending order."""
    rows = table.loc[table[["first", "second"]].max(axis=1).nlargest(count).index]
    return rows.assign(row=range(1, len(rows) + 1))


def _chance(log_probability: float) -> str:
    return MISSING if log_probability == -math.inf else log_probability_text(log_probability)
