"""A guess before the answer: what is the teacher's top guess?"""

from components.model.results import MaskPrediction
from pages.parts.lecture.presenting import guess_first
from pages.parts.lecture.reveal import revealed


def ask_for_word(mask: MaskPrediction, question: str, *, sentence: str) -> bool:
    """Whether the teacher's answer at a blank may be shown."""
    return not guess_first() or revealed(
        question, mask, key="speed-word", blank="the teacher’s top guess", sentence=sentence
    )
