"""What the right side of a blank is worth."""

from components.model.blanks.sides_results import ContextSide, SidePredictions
from components.tables.numbers import bits_text, nats_to_bits, probability_text

SLIGHT = 0.05  # bits: reads as 0.0


def right_side_bits(sides: SidePredictions) -> float:
    """By how many bits the words to the right lower the answer's surprisal; below zero where they speak against it."""
    return nats_to_bits(
        sides.from_side(ContextSide.BOTH).log_probability - sides.from_side(ContextSide.LEFT).log_probability
    )


def right_side_finding(sides: SidePredictions, answer: str) -> str:
    """What to notice: how far the answer falls when the right side is out of sight."""
    gain, (both, left) = right_side_bits(sides), (sides.from_side(ContextSide.BOTH), sides.from_side(ContextSide.LEFT))
    with_right, without = (probability_text(2 ** nats_to_bits(view.log_probability)) for view in (both, left))
    comparison = (
        f"“{answer}” has {with_right} with the whole sentence, {without} with the left side only. "
        f"Its rank is {both.rank:,} with the whole sentence and {left.rank:,} with the left side."
    )
    if abs(gain) < SLIGHT:
        return f"{comparison} The right side makes no difference."
    verb = "adds" if gain > 0 else "costs"
    return f"{comparison} The right side {verb} {bits_text(abs(gain))}."
