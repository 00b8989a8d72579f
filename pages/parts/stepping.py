"""From one example of a room to the next, by arrow keys."""

from collections.abc import Sequence
from typing import TypeVar

Example = TypeVar("Example")


def stepped(examples: Sequence[Example], here: Example | None, by: int) -> Example:
    """The next example or the one before, round in a ring; from none of them, the first or the last."""
    at = examples.index(here) if here is not None and here in examples else -1 if by > 0 else len(examples)
    return examples[(at + by) % len(examples)]
