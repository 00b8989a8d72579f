"""What the words to the right of a blank are worth: the blank is predicted with them and without.

One of the views of :mod:`components.model.sides`, where what is hidden and why is explained.
"""

from collections.abc import Sequence

from components.model.evidence_results import LeftOnly
from components.model.loader import OpenModel
from components.model.prediction import Ask, answers
from components.model.results import Tokens
from components.model.sides import views
from components.model.sides_results import Side


def left_only(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, answer: int, *, ask: Ask = answers
) -> LeftOnly:
    """The blank at ``position`` seen from the whole sentence and from its left side, and what each gives ``answer``.

    In the left-only view no token, the blank included, looks at any token right of the blank but the tokenizer's own at
    the end. Every token keeps its place.

    Raises:
        NothingMasked: No blank is at ``position``.
        Refusal: A position cannot be masked.
    """
    full, left = views(opened, tokens, masked, position, answer, (Side.BOTH, Side.LEFT), ask=ask)
    return LeftOnly(position, full, left)
