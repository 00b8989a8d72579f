"""Table and finding of a visitor's list of sentences."""

import statistics
from collections.abc import Sequence

import pandas as pd

from components.fill.model.results import ListRow
from components.tables.numbers import fixed, percentage
from components.tables.phrases import by_count, count_phrase


def list_table(rows: Sequence[ListRow]) -> pd.DataFrame:
    """One row per sentence.

    Columns: ``sentence``; ``first choice`` and its ``probability``; ``right word``, its ``rank`` in the whole
    vocabulary and ``probability of the right word``; ``note``, why a sentence was not scored.
    """
    return pd.DataFrame(
        {
            "sentence": [row.sentence for row in rows],
            "first choice": [row.first_choice for row in rows],
            "probability": [row.first_probability for row in rows],
            "right word": [row.word for row in rows],
            "rank": pd.array([row.word_rank for row in rows], dtype="Int64"),
            "probability of the right word": [row.word_probability for row in rows],
            "note": [row.problem for row in rows],
        }
    )


def list_finding(rows: Sequence[ListRow]) -> str:
    """The number of sentences scored, and how often the right word is the first choice."""
    answered = [row for row in rows if row.first_choice is not None]
    ranks = [row.word_rank for row in rows if row.word_rank is not None]
    sentences, were = count_phrase(len(rows), "sentence"), by_count(len(rows), "was", "were")
    finding = f"{len(answered)} of {sentences} {were} scored."
    if not ranks:
        return finding
    right = sum(rank == 1 for rank in ranks)
    return (
        f"{finding} The right word is the first choice in {right} of {len(ranks)} "
        f"({percentage(right / len(ranks), 1)}). Its mean rank is {fixed(sum(ranks) / len(ranks), 1)}, "
        f"its median rank {statistics.median(ranks):,g}."
    )
