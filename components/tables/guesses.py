"""Visitors' guesses, one a row."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from components.model.results import MaskPrediction
from components.tables.predictions import percent

OTHER = "another word"


def guess_table(counts: Sequence[tuple[str, int]], mask: MaskPrediction, *, own: str, count: int = 8) -> pd.DataFrame:
    """The most frequent guesses, with the columns of a candidate table: a share takes the place of a probability.

    Guesses that are not among the model's candidates are counted together: what one visitor types is not put on the
    screen of all others.

    Args:
        counts: Guesses and how often each was made.
        mask: The model's answer.
        own: This visitor's guess, marked in ``was_there``.
        count: How many guesses to show; the visitor's own is one of them however rare it is.
    """
    everybody = sum(number for _, number in counts)
    known = {candidate.text.lower() for candidate in mask.candidates}
    together: Counter[str] = Counter()
    for guess, number in counts:
        together[guess if guess in known or guess == own else OTHER] += number
    shown = together.most_common(count)
    if own in together and own not in dict(shown):
        shown[-1] = (own, together[own])
    return pd.DataFrame(
        {
            "rank": range(1, len(shown) + 1),
            "word": [guess for guess, _ in shown],
            "probability": [number / everybody for _, number in shown],
            "percent": [f"{number} of {everybody}" for _, number in shown],
            "was_there": [guess == own for guess, _ in shown],
        }
    )


def guess_finding(table: pd.DataFrame) -> str:
    """A guess table in a sentence, for those who do not see the bars."""
    rows = zip(table["word"], table["percent"], table["was_there"], strict=True)
    return "Guesses: " + ", ".join(f"{word} {share}" + (" (yours)" if own else "") for word, share, own in rows) + "."


def verdict(guess: str, mask: MaskPrediction) -> str:
    """What the model thinks of a guess."""
    for rank, candidate in enumerate(mask.candidates, 1):
        if candidate.text.lower() == guess and not candidate.continues:
            return f"You said “{guess}”: the model’s number {rank}, at {percent(candidate.probability)}."
    return f"You said “{guess}”: not among the model’s first {len(mask.candidates)} words."
