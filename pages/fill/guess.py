"""A guess before the answer, in every mode about blanks."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import cache.blanks
from components.model.user_errors import UserError
from pages.parts.findings import Findings
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import BlankContext

Show = Callable[[BlankContext], Findings | None]


def may_show_answer(at: BlankContext, *, temperature: float = 1.0) -> bool:
    """Whether the answer may be shown: nobody is asked to guess, nothing is blank, or a guess was made."""
    if not asks_for_guess() or not at.blanks:
        return True
    found = cache.blanks.predictions(at.model.id, at.sentence, at.masked, temperature)
    question = f"{at.model.id} {at.masked} {at.sentence}"
    first = "the blank" if len(found.masks) == 1 else "the first blank"
    scored = partial(_score_word, at) if temperature == 1 else None  # named words are scored as the model has it
    return guess_then_reveal(
        question, found.masks[0], key="blank", blank=first, sentence=at.masked_sentence, score=scored
    )


def _score_word(at: BlankContext, word: str) -> float | None:
    """The log-probability of a word at the first blank; None where the model cannot put it there."""
    with suppress(UserError):
        found = cache.blanks.named_words(at.model.id, at.sentence, at.masked, at.blanks[0], (word,))
        return found.words[0].log_probability
    return None


def require_guess(show: Show) -> Show:
    """A mode that is shown once a guess was made, where visitors are asked for one."""
    return lambda at: show(at) if may_show_answer(at) else None
