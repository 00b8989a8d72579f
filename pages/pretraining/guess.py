"""A guess before the answer: which wrong pairs of sentences fool the next-sentence head?"""

from collections.abc import Sequence

from components.model.results import Candidate, MaskPrediction
from components.pretraining.model.results import PairKind
from pages.parts.lecture.presenting import guess_first
from pages.parts.lecture.reveal import revealed


def fooled_guessed(model_id: str, kinds: Sequence[PairKind]) -> bool:
    """Whether the shares may be shown: nobody is asked to guess, or a guess was made, which is then judged."""
    if not guess_first():
        return True
    _, *wrong = kinds  # the first kind are pairs that do follow each other
    fools = max(wrong, key=lambda kind: kind.share.value).name

    def judged(guess: str) -> str:
        return f"You said {guess}: right." if guess.casefold() == fools else f"You said {guess}: it is “{fools}”."

    answer = MaskPrediction(0, None, (Candidate(fools, 1.0, continues=False),), 0.0)
    names = ", ".join(kind.name for kind in wrong[:-1]) + f" or {wrong[-1].name}"
    blank = f"the wrong pairs that fool it most: {names}"
    return revealed(f"pairs {model_id}", answer, key="pairs", blank=blank, judged=judged)
