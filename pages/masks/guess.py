"""A guess before the answer: which word does the model put into the blank when it sees the left side only?"""

import cache.blanks
from components.model.blanks.sides_results import ContextSide
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import BlankContext


def may_show_answer(at: BlankContext, position: int) -> bool:
    """Whether the answer may be shown: nobody is asked to guess, or a guess was made."""
    if not asks_for_guess():
        return True
    followed = cache.blanks.possible_answers(at.model.id, at.sentence, at.masked, position)[0]
    found = cache.blanks.sides(at.model.id, at.sentence, at.masked, position, followed.id)
    left = at.sentence[: at.tokens.items[position].start].strip()
    blank = f"the blank after “{left}”, with the left side only" if left else "a blank with nothing before it"
    question = f"{at.model.id} {at.masked} {position} left side only {at.sentence}"
    return guess_then_reveal(question, found.from_side(ContextSide.LEFT).prediction, key="sides", blank=blank)
