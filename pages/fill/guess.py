"""The guessing game of the modes about blanks."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import cache.blanks
from components.fill.model.results import Explanation
from components.fill.tables.explanations import lower_name
from components.model.results import Candidate, MaskPrediction
from components.model.user_errors import UserError
from components.tables.phrases import list_phrase
from pages.parts.findings import Findings
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import BlankContext

Show = Callable[[BlankContext], Findings | None]


def may_show_answer(context: BlankContext, *, temperature: float = 1.0) -> bool:
    """Whether the answer may be shown: guessing is off, there is no blank, or a guess was made."""
    if not asks_for_guess() or not context.blanks:
        return True
    predictions = cache.blanks.predictions(context.model.id, context.sentence, context.masked, temperature)
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
        named_words = cache.blanks.named_words(
            context.model.id, context.sentence, context.masked, context.blanks[0], (word,)
        )
        return named_words.words[0].log_probability
    return None


def may_show_test(question: str, winners: Sequence[str]) -> bool:
    """Whether the deletion test may be shown: guessing is off, or a guess of the winner was made, which is judged.

    Args:
        question: Identifies the test.
        winners: The names of the explanations that win it.
    """
    if not asks_for_guess():
        return True

    def judged(guess: str) -> str:
        right = _plain(guess) in map(_plain, winners)
        verb = "wins" if len(winners) == 1 else "win"
        answer = f"{list_phrase([lower_name(name) for name in winners])} {verb}"
        return f"You said {guess}: correct." if right else f"You said {guess}; {answer}."

    names = dict.fromkeys((*winners, *Explanation))
    answer = MaskPrediction(0, None, tuple(Candidate(name, 1.0, continues=False) for name in names), 0.0)
    blank = f"the explanation that wins the test below: {list_phrase([lower_name(each) for each in Explanation], 'or')}"
    return guess_then_reveal(f"explanations {question}", answer, key="explanations", blank=blank, judge=judged)


def _plain(name: str) -> str:
    """A name as people type it."""
    return name.casefold().replace("×", "x")


def require_guess(show: Show) -> Show:
    """Wrap a mode so that it is shown only after a guess, if guessing is on."""
    return lambda context: show(context) if may_show_answer(context) else None
