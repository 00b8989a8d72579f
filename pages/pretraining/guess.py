"""A guess before the answer: which wrong pairs of sentences fool the next-sentence head?"""

from collections.abc import Sequence

from components.model.results import Candidate, MaskPrediction
from components.pretraining.model.results import PairKind
from components.pretraining.tables.tables import KINDS
from components.tables.phrases import list_phrase
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess


def has_guessed_pairs(model_id: str, kinds: Sequence[PairKind]) -> bool:
    """Whether the shares may be shown: no guess is asked for, or one was made, which is then judged."""
    if not asks_for_guess():
        return True
    _, *wrong = kinds  # the first kind are pairs that do follow each other
    fools = KINDS[max(wrong, key=lambda kind: kind.share.value).name]

    def judged(guess: str) -> str:
        is_right = guess.casefold() == fools
        return f"Your guess “{guess}” is right." if is_right else f"Your guess: “{guess}”. Correct answer: “{fools}”."

    answer = MaskPrediction(0, None, (Candidate(fools, 1.0, continues=False),), 0.0)
    names = [KINDS[kind.name] for kind in wrong]
    blank = f"the kind of wrong pair that fools it most ({list_phrase(names, 'or')})"
    return guess_then_reveal(f"pairs {model_id}", answer, key="pairs", blank=blank, judge=judged)
