"""One blank with both sides visible, the left only, and the right only: table and findings."""

import math

import pandas as pd

from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import ContextSide, NextWordPrediction, SidePredictions
from components.tables.numbers import bits_text, log_probability_text, nats_to_bits
from components.tables.phrases import capitalised, quoted
from components.tables.predictions import candidate_label

SLIGHT = 0.05  # bits: reads as 0.0


def view_table(sides: SidePredictions, beside: NextWordPrediction | None = None, *, causal: str = "") -> pd.DataFrame:
    """One row per view of a blank, in the order shown.

    Columns: ``row`` from 1; ``view``; ``probability`` of the answer; ``figure``, the same as text; ``rank``;
    ``first_choice`` of the view; ``other``, whether the row is of another model; ``model_id`` and ``revision`` of the
    row's model.

    Args:
        sides: The three views.
        beside: The prediction of a causal model from the left side, as a fourth row.
        causal: The name of that model.
    """
    views = [
        (side.value, sides.from_side(side), False) for side in (ContextSide.BOTH, ContextSide.LEFT, ContextSide.RIGHT)
    ]
    conditions = [sides.conditions] * len(views)
    if beside is not None:
        views.append((causal, beside.blank, True))
        conditions.append(beside.conditions)
    return pd.DataFrame(
        {
            "row": range(1, len(views) + 1),
            "view": [name for name, _, _ in views],
            "probability": [math.exp(view.log_probability) for _, view, _ in views],
            "figure": [log_probability_text(view.log_probability) for _, view, _ in views],
            "rank": [view.rank for _, view, _ in views],
            "first_choice": [candidate_label(view.prediction.candidates[0]) for _, view, _ in views],
            "other": [other for _, _, other in views],
            "model_id": [each.model_id for each in conditions],
            "revision": [each.revision for each in conditions],
        }
    )


def sides_finding(sides: SidePredictions, beside: NextWordPrediction | None = None, *, causal: str = "") -> str:
    """The answer's probability in each view, and what each hidden side costs it in bits."""
    answer = f"…{sides.answer}" if sides.continues else sides.answer
    both, left, right = sides.predictions
    finding = (
        f"{capitalised(quoted(answer))} {_cost(both, left)} with the left side only, and {_cost(both, right)} with the "
        "right side only. "
        f"Its probability is {_probability_and_rank(both)} with both sides, {_probability_and_rank(left)} with the "
        f"left side only, {_probability_and_rank(right)} with the right side only."
    )
    if beside is None:
        return finding
    of_causal = f"gives {quoted(beside.word)} {_probability_and_rank(beside.blank)}"
    return f"{finding} {causal}, trained to read left to right, {of_causal}."


def next_word_finding(beside: NextWordPrediction, *, causal: str) -> str:
    """The probability that a causal model gives the answer, and the model's own top guess."""
    first = candidate_label(beside.blank.prediction.candidates[0])
    rather = "its own top guess" if beside.blank.rank == 1 else f"its own top guess is {quoted(first)}"
    return (
        f"{causal}, trained to read left to right, gives {quoted(beside.word)} {_probability_and_rank(beside.blank)}: "
        f"{rather}."
    )


def _probability_and_rank(view: BlankPrediction) -> str:
    return f"{log_probability_text(view.log_probability)} (rank {view.rank:,})"


def _cost(whole: BlankPrediction, part: BlankPrediction) -> str:
    lost = nats_to_bits(whole.log_probability - part.log_probability)
    if abs(lost) < SLIGHT:
        return "does not change"
    return f"loses {bits_text(lost)}" if lost > 0 else f"gains {bits_text(-lost)}"
