"""All visitors' guesses of the wrong line."""

from collections.abc import Sequence

import pandas as pd

SHOWN_LINES = 6  # lines shown


def line_table(counts: Sequence[tuple[str, int]], *, wrong: int, visitors_guess: int) -> pd.DataFrame:
    """The lines guessed most often, in the columns of a candidate table, with shares in place of probabilities.

    Args:
        counts: Line numbers, and how often each was guessed.
        wrong: The wrong line.
        visitors_guess: This visitor's guess, marked in ``was_there``.
    """
    everybody = sum(count for _, count in counts)
    shown = sorted(counts, key=lambda line_count: -line_count[1])[:SHOWN_LINES]
    return pd.DataFrame(
        {
            "rank": range(1, len(shown) + 1),
            "word": [f"line {line}" + (" (wrong)" if line == str(wrong) else "") for line, _ in shown],
            "probability": [count / everybody for _, count in shown],
            "percent": [f"{count} of {everybody}" for _, count in shown],
            "was_there": [line == str(visitors_guess) for line, _ in shown],
        }
    )


def tally_finding(table: pd.DataFrame) -> str:
    """The table as a sentence, the chart's text alternative."""
    rows = zip(table["word"], table["percent"], strict=True)
    return "Guesses: " + ", ".join(f"{word} {share}" for word, share in rows) + "."
