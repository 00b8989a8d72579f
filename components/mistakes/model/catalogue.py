"""The mistakes, in the order of the list."""

from components.mistakes.model.inference_mistakes import INFERENCE_MISTAKES
from components.mistakes.model.input_mistakes import INPUT_MISTAKES
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.training_mistakes import TRAINING_MISTAKES

MISTAKES = (*INFERENCE_MISTAKES, *INPUT_MISTAKES, *TRAINING_MISTAKES)


def mistake(key: str) -> Mistake:
    """The mistake of this key."""
    return next(candidate for candidate in MISTAKES if candidate.key == key)
