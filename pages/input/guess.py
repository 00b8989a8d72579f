"""A guess before the answer: how many tokens does the sentence become?"""

from collections.abc import Callable

from components.model.results import Candidate, MaskPrediction
from pages.parts.findings import Findings
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.context import SentenceContext

Show = Callable[[SentenceContext], Findings | None]


def has_guessed_tokens(context: SentenceContext) -> bool:
    """Whether the tokens may be shown: no guess is asked for, or one was made, which is then judged."""
    if not asks_for_guess():
        return True
    count = sum(not token.special for token in context.tokens.items)

    def judged(guess: str) -> str:
        return f"Your guess {guess} is right." if guess == str(count) else f"Your guess: {guess}. Correct: {count}."

    answer = MaskPrediction(0, None, (Candidate(str(count), 1.0, continues=False),), 0.0)
    blank = f"the number of tokens that {context.model.name} splits this sentence into"
    question = f"pieces {context.model.id} {context.sentence}"
    return guess_then_reveal(question, answer, key="pieces", blank=blank, sentence=context.sentence, judge=judged)


def require_guess(show: Show) -> Show:
    """Wrap a mode so that it is shown only after the visitor's guess, if guesses are asked for."""
    return lambda context: show(context) if has_guessed_tokens(context) else None
