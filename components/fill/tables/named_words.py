"""Tables and findings of words that a visitor typed."""

import math
from collections.abc import Sequence

import pandas as pd

from components.fill.model.results import NamedWord, NamedWords
from components.tables.numbers import log_probability_text, times_as_likely
from components.tables.phrases import quoted, word_label

SEPARATORS = ",;\n"


def parse_words(typed: str) -> tuple[str, ...]:
    """Split a typed list at commas, semicolons and line ends; drop duplicates and extra spaces."""
    for separator in SEPARATORS[1:]:
        typed = typed.replace(separator, SEPARATORS[0])
    words = (" ".join(part.split()) for part in typed.split(SEPARATORS[0]))
    return tuple(dict.fromkeys(word for word in words if word))


def named_word_table(named_words: NamedWords) -> pd.DataFrame:
    """One row per word, the likeliest first.

    Columns: ``row`` from 1; ``word``; ``pieces``, its tokens; ``log_probability``, natural; ``probability``;
    ``chance``, the same as text; ``place``, its rank in the vocabulary or why it has none.
    """
    words = sorted(named_words.words, key=lambda word: word.log_probability, reverse=True)
    return pd.DataFrame(
        {
            "row": range(1, len(words) + 1),
            "word": [word.word for word in words],
            "pieces": [_pieces(word) for word in words],
            "log_probability": [word.log_probability for word in words],
            "probability": [math.exp(word.log_probability) for word in words],
            "chance": [log_probability_text(word.log_probability) for word in words],
            "place": [_place(word, named_words.vocabulary) for word in words],
        }
    )


def named_word_finding(table: pd.DataFrame) -> str:
    """The probability and rank of each word, and how far apart the first and the last are."""
    rows = [f"{quoted(str(row.word))}: {row.chance}, {row.place}" for row in table.itertuples()]
    if len(rows) == 1:
        return f"{rows[0]}."
    gap = times_as_likely(table["log_probability"].iloc[0] - table["log_probability"].iloc[-1])
    first, last = table["word"].iloc[0], table["word"].iloc[-1]
    return f"{quoted(first)} is {gap} {quoted(last)}. " + "; ".join(rows) + "."


def named_word_notes(named_words: NamedWords) -> Sequence[str]:
    """The factors behind the probability of each word of several tokens."""
    return [
        f"{quoted(word.word)} = "
        + " × ".join(
            f"{'…' if piece.continues else ''}{piece.text} {log_probability_text(piece.log_probability)}"
            for piece in word.pieces
        )
        for word in named_words.words
        if len(word.pieces) > 1
    ]


def _pieces(word: NamedWord) -> str:
    return " + ".join(map(word_label, word.pieces))


def _place(word: NamedWord, vocabulary: int) -> str:
    if word.rank is None:
        return f"{len(word.pieces)} tokens, so no rank"
    return f"choice number {word.rank:,} of {vocabulary:,}"
