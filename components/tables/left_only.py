"""What the right side of a blank is worth."""

from components.model.evidence_results import LeftOnly
from components.tables.bits import bits, counted
from components.tables.predictions import percent

SLIGHT = 0.05  # bits: reads as 0.0


def right_side_bits(found: LeftOnly) -> float:
    """By how many bits the words to the right lower the answer's surprisal; below zero where they speak against it."""
    return bits(found.full.log_probability - found.left.log_probability)


def right_side_worth(found: LeftOnly, answer: str) -> str:
    """What to notice: how far the answer falls when the right side is out of sight."""
    worth = right_side_bits(found)
    full, left = (percent(2 ** bits(view.log_probability)) for view in (found.full, found.left))
    moved = (
        f"“{answer}”: {full} and number {found.full.rank:,} with the whole sentence, "
        f"{left} and number {found.left.rank:,} with the left side only"
    )
    if abs(worth) < SLIGHT:
        return f"{moved}. The right side changes nothing about it."
    verb = "adds" if worth > 0 else "takes away"
    return f"{moved}. The right side {verb} {counted(abs(worth))}."
