"""Asks visitors to guess the teacher's top candidate before it is shown."""

from components.model.results import MaskPrediction
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess


def ask_for_word(mask: MaskPrediction, question: str, *, sentence: str) -> bool:
    """Ask for a guess if guessing is on; returns whether the teacher's answer may be shown."""
    return not asks_for_guess() or guess_then_reveal(
        question, mask, key="speed-word", blank="the teacher’s top guess", sentence=sentence, is_word=True
    )
