"""The mistakes, in the order of the list."""

from components.mistakes.model.mistake import Mistake
from components.mistakes.model.passes_listed import PASSES
from components.mistakes.model.reading_listed import READING
from components.mistakes.model.steps_listed import STEPS

MISTAKES = (*PASSES, *READING, *STEPS)


def mistake(key: str) -> Mistake:
    """The mistake of this key."""
    return next(one for one in MISTAKES if one.key == key)
