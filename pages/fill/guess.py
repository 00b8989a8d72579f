"""A guess before the answer, in every way of asking about blanks."""

import cache
from pages.parts.presenting import guess_first
from pages.parts.reveal import revealed
from pages.parts.situation import Situation


def guessed(at: Situation, *, temperature: float = 1.0) -> bool:
    """Whether the answer may be shown: nobody is asked to guess, nothing is blank, or a guess was made."""
    if not guess_first() or not at.blanks:
        return True
    found = cache.predictions(at.model.id, at.sentence, at.masked, temperature)
    question = f"{at.model.id} {at.masked} {at.sentence}"
    first = "the blank" if len(found.masks) == 1 else "the first blank"
    return revealed(question, found.masks[0], key="blank", blank=first)
