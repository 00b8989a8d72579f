"""What the right side of a blank is worth."""

from components.model.blanks.sides_results import Side, Sides
from components.tables.numbers import bits, counted, percent

SLIGHT = 0.05  # bits: reads as 0.0


def right_side_bits(found: Sides) -> float:
    """By how many bits the words to the right lower the answer's surprisal; below zero where they speak against it."""
    return bits(found.of(Side.BOTH).log_probability - found.of(Side.LEFT).log_probability)


def right_side_finding(found: Sides, answer: str) -> str:
    """What to notice: how far the answer falls when the right side is out of sight."""
    worth, (both, left) = right_side_bits(found), (found.of(Side.BOTH), found.of(Side.LEFT))
    with_right, without = (percent(2 ** bits(view.log_probability)) for view in (both, left))
    moved = (
        f"“{answer}” has {with_right} with the whole sentence, {without} with the left side only. "
        f"Its rank is {both.rank:,} with the whole sentence and {left.rank:,} with the left side."
    )
    if abs(worth) < SLIGHT:
        return f"{moved} The right side makes no difference."
    verb = "adds" if worth > 0 else "costs"
    return f"{moved} The right side {verb} {counted(abs(worth))}."
