"""Words that a visitor named, one a row."""

import math
from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import NamedWord, NamedWords
from components.tables.numbers import log_probability_text, times_as_likely

SEPARATORS = ",;\n"


def parse_words(typed: str) -> tuple[str, ...]:
    """The words in what a visitor typed, with commas between them; each once, with single spaces inside."""
    for separator in SEPARATORS[1:]:
        typed = typed.replace(separator, SEPARATORS[0])
    words = (" ".join(part.split()) for part in typed.split(SEPARATORS[0]))
    return tuple(dict.fromkeys(word for word in words if word))


def named_word_table(named_words: NamedWords) -> pd.DataFrame:
    """The words, the likeliest first.

    Columns: ``row`` from 1; ``word``; ``pieces``, as the model cuts it; ``log_probability``, natural; ``probability``;
    ``chance``, as people read it; ``place``, its rank in the vocabulary or why it has none.
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
    """What to notice, from the numbers."""
    rows = [f"“{row.word}”: {row.chance}, {row.place}" for row in table.itertuples()]
    if len(rows) == 1:
        return f"{rows[0]}."
    gap = times_as_likely(table["log_probability"].iloc[0] - table["log_probability"].iloc[-1])
    first, last = table["word"].iloc[0], table["word"].iloc[-1]
    return f"“{first}” is {gap} “{last}”. " + "; ".join(rows) + "."


def named_word_notes(named_words: NamedWords) -> Sequence[str]:
    """How each word of several pieces came by its probability."""
    return [
        f"“{word.word}” = "
        + " × ".join(
            f"{'…' if piece.continues else ''}{piece.text} {log_probability_text(piece.log_probability)}"
            for piece in word.pieces
        )
        for word in named_words.words
        if len(word.pieces) > 1
    ]


def _pieces(word: NamedWord) -> str:
    return " + ".join(f"…{piece.text}" if piece.continues else piece.text for piece in word.pieces)


def _place(word: NamedWord, vocabulary: int) -> str:
    if word.rank is None:
        return f"{len(word.pieces)} tokens, so no rank"
    return f"choice number {word.rank:,} of {vocabulary:,}"
