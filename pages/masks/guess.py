"""Let visitors guess the model's answer from the left side only, before it is shown."""

import cache.blanks
from components.model.blanks.sides_results import ContextSide
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import BlankContext


def may_show_answer(context: BlankContext, position: int) -> bool:
    """Whether the answer may be shown: guessing is off, or the visitor has guessed."""
    if not asks_for_guess():
        return True
    answer = cache.blanks.possible_answers(context.model.id, context.sentence, context.masked, position)[0]
    sides = cache.blanks.sides(context.model.id, context.sentence, context.masked, position, answer.id)
    left = context.sentence[: context.tokens.items[position].start].strip()
    blank = f"the blank after “{left}”, with the left side only" if left else "a blank with nothing before it"
    question = f"{context.model.id} {context.masked} {position} left side only {context.sentence}"
    return guess_then_reveal(question, sides.from_side(ContextSide.LEFT).prediction, key="sides", blank=blank)
