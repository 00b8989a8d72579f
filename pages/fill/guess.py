"""The guessing game of the modes about blanks."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import cache.fill
import cache.shared.blanks
from components.model.user_errors import UserError
from pages.parts.findings import Findings
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import BlankContext

Show = Callable[[BlankContext], Findings | None]


def may_show_answer(context: BlankContext, *, temperature: float = 1.0) -> bool:
    """Whether the answer may be shown: guessing is off, there is no blank, or a guess was made."""
    if not asks_for_guess() or not context.blanks:
        return True
    predictions = cache.shared.blanks.predictions(context.model.id, context.sentence, context.masked, temperature)
    question = f"{context.model.id} {context.masked} {context.sentence}"
    blank_name = "the blank" if len(predictions.masks) == 1 else "the first blank"
    scored = partial(_score_word, context) if temperature == 1 else None  # scores of typed words ignore the temperature
    return guess_then_reveal(
        question,
        predictions.masks[0],
        key="blank",
        blank=blank_name,
        sentence=context.masked_sentence,
        is_word=True,
        score=scored,
    )


def _score_word(context: BlankContext, word: str) -> float | None:
    """The log-probability of a word at the first blank; None if it cannot be scored."""
    with suppress(UserError):
        named_words = cache.fill.named_words(
            context.model.id, context.sentence, context.masked, context.blanks[0], (word,)
        )
        return named_words.words[0].log_probability
    return None


def require_guess(show: Show) -> Show:
    """Wrap a mode so that it is shown only after a guess, if guessing is on."""
    return lambda context: show(context) if may_show_answer(context) else None
