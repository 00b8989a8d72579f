"""The views of one blank, as rows and as a sentence."""

import math

import pandas as pd

from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import ContextSide, NextWordPrediction, SidePredictions
from components.tables.numbers import bits_text, log_probability_text, nats_to_bits
from components.tables.predictions import candidate_label

SLIGHT = 0.05  # bits: reads as 0.0


def view_table(sides: SidePredictions, beside: NextWordPrediction | None = None, *, causal: str = "") -> pd.DataFrame:
    """One row a view of a blank, in the order in which they are shown.

    Columns: ``row`` from 1; ``view``; ``probability`` of the answer; ``figure``, the same as people read it; ``rank``;
    ``first_choice`` of the view; ``other``, whether the row is of another model.

    Args:
        sides: The three views.
        beside: What a causal model says to the left side, as a fourth row.
        causal: The name of that model.
    """
    views = [
        (side.value, sides.from_side(side), False) for side in (ContextSide.BOTH, ContextSide.LEFT, ContextSide.RIGHT)
    ]
    if beside is not None:
        views.append((causal, beside.blank, True))
    return pd.DataFrame(
        {
            "row": range(1, len(views) + 1),
            "view": [name for name, _, _ in views],
            "probability": [math.exp(view.log_probability) for _, view, _ in views],
            "figure": [log_probability_text(view.log_probability) for _, view, _ in views],
            "rank": [view.rank for _, view, _ in views],
            "first_choice": [candidate_label(view.prediction.candidates[0]) for _, view, _ in views],
            "other": [other for _, _, other in views],
        }
    )


def sides_finding(sides: SidePredictions, beside: NextWordPrediction | None = None, *, causal: str = "") -> str:
    """What to notice at one blank: how the answer fares in each view, and what each hidden side costs it."""
    answer = f"…{sides.answer}" if sides.continues else sides.answer
    both, left, right = sides.predictions
    said = (
        f"“{answer}” {_cost(both, left)} with the left side only, and {_cost(both, right)} with the right side only. "
        f"Its probability is {_probability_and_rank(both)} with both sides, {_probability_and_rank(left)} with the left side only, "
        f"{_probability_and_rank(right)} with the right side only."
    )
    if beside is None:
        return said
    return (
        f"{said} {causal}, trained to read left to right, gives “{beside.word}” {_probability_and_rank(beside.blank)}."
    )


def next_word_finding(beside: NextWordPrediction, *, causal: str) -> str:
    """What a causal model, ``causal``, says at a blank: what it gives the answer, and what it would rather say."""
    first = candidate_label(beside.blank.prediction.candidates[0])
    rather = "its own top guess" if beside.blank.rank == 1 else f"its own top guess is “{first}”"
    return f"{causal}, trained to read left to right, gives “{beside.word}” {_probability_and_rank(beside.blank)}: {rather}."


def _probability_and_rank(view: BlankPrediction) -> str:
    return f"{log_probability_text(view.log_probability)} (rank {view.rank:,})"


def _cost(whole: BlankPrediction, part: BlankPrediction) -> str:
    lost = nats_to_bits(whole.log_probability - part.log_probability)
    if abs(lost) < SLIGHT:
        return "does not change"
    return f"loses {bits_text(lost)}" if lost > 0 else f"gains {bits_text(-lost)}"
