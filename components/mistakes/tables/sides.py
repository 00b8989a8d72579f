"""The outcomes of a mistake as tables."""

import math

import pandas as pd

from components.mistakes.model.mistake import PROBABILITY, Mistake
from components.mistakes.model.results import Comparison, Outcome, Row
from components.tables.numbers import fixed, percentage, probability_text

RIGHT, WRONG = "right", "wrong"


def outcome_table(side: Outcome, *, followed: str = "") -> pd.DataFrame:
    """An outcome's rows: ``row`` from 1; ``name``; ``value``; ``figure``, a percentage unless the row has another.

    Args:
        side: The outcome.
        followed: A word whose probability is the compared number: it takes the last row where it is none of the others.
    """
    rows = list(side.rows)
    if rows and followed and followed not in {line.name for line in rows}:
        rows[-1] = Row(followed, side.value)  # both sides have as many rows: they stand level
    return pd.DataFrame(
        [(row, line.name, line.value, line.figure or probability_text(line.value)) for row, line in enumerate(rows, 1)],
        columns=["row", "name", "value", "figure"],
    )


def comparison_table(comparison: Comparison) -> pd.DataFrame:
    """Both outcomes, each with the compared number first: ``version``, ``name``, ``value``, ``figure``."""
    parts = []
    for version, side in ((RIGHT, comparison.right), (WRONG, comparison.wrong)):
        number = pd.DataFrame([("the number", side.value, side.error)], columns=["name", "value", "figure"])
        lines = outcome_table(side)[["name", "value", "figure"]]
        parts.append(pd.concat([number, lines] if len(lines) else [number]).assign(version=version))
    return pd.concat(parts, ignore_index=True)[["version", "name", "value", "figure"]]


def number_text(mistake: Mistake, side: Outcome) -> str:
    """The compared number as text."""
    if side.error:
        return side.error
    if math.isnan(side.value):
        return "NaN"
    if mistake.share:
        return probability_text(side.value) if 0 < side.value < 1 else percentage(side.value)
    return fixed(side.value, 0) if side.value == round(side.value) or side.value >= 100 else fixed(side.value, 2)


def gives_other_word(shown: Mistake, comparison: Comparison) -> bool:
    """Whether the likeliest word of the wrong version is another one."""
    if shown.measure != PROBABILITY or comparison.followed is None or comparison.wrong.error:
        return False
    rows = comparison.wrong.rows
    return bool(rows) and rows[0].name != comparison.followed[1]


def wrong_and_right(shown: Mistake, comparison: Comparison) -> tuple[str, str] | None:
    """What the wrong and the right version give: their words, or numbers where they differ in one; else None."""
    right, wrong = comparison.right, comparison.wrong
    if shown.measure == PROBABILITY and comparison.followed is not None:
        word = comparison.followed[1]
        if wrong.error:
            return "an error", word
        if gives_other_word(shown, comparison):
            return wrong.rows[0].name, word
        texts = tuple(f"{word} {probability_text(side.value)}" for side in (wrong, right))
    else:
        texts = number_text(shown, wrong), number_text(shown, right)
    return None if texts[0] == texts[1] else (texts[0], texts[1])
