"""A guess before the answer: into how many pieces is the sentence cut?"""

from collections.abc import Callable

from components.model.results import Candidate, MaskPrediction
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings
from pages.parts.lecture.presenting import guess_first
from pages.parts.lecture.reveal import revealed

Show = Callable[[SentenceContext], Findings | None]


def pieces_guessed(at: SentenceContext) -> bool:
    """Whether the pieces may be shown: nobody is asked to guess, or a guess was made, which is then judged."""
    if not guess_first():
        return True
    count = sum(not token.special for token in at.tokens.items)

    def judged(guess: str) -> str:
        return f"You said {guess}: right." if guess == str(count) else f"You said {guess}: it is {count}."

    answer = MaskPrediction(0, None, (Candidate(str(count), 1.0, continues=False),), 0.0)
    blank = f"the number of pieces that {at.model.name} makes of it"
    question = f"pieces {at.model.id} {at.sentence}"
    return revealed(question, answer, key="pieces", blank=blank, sentence=at.sentence, judged=judged)


def after_a_guess(show: Show) -> Show:
    """A mode that is shown once a guess was made, where visitors are asked for one."""
    return lambda at: show(at) if pieces_guessed(at) else None
