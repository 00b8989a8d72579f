"""A guess before the answer: which method is most accurate on held-out sentences?"""

from components.model.results import Candidate, MaskPrediction
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.quality import quality_table
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess


def may_reveal_best(result: FineTuningResult) -> bool:
    """Whether to show the accuracies: no guess is asked for, or one was made, which is then judged."""
    if not asks_for_guess():
        return True
    names = quality_table(result)["name"].tolist()
    best = names[0]

    def judged(guess: str) -> str:
        right = guess.casefold() == best.casefold()
        return f"You said {guess}: correct." if right else f"You said {guess}; it is “{best}”."

    answer = MaskPrediction(0, None, (Candidate(best, 1.0, continues=False),), 0.0)
    *others, last = sorted(names)
    blank = f"the most accurate method: {'; '.join(others)}; or {last}"
    return guess_then_reveal(f"best {result.plan.key}", answer, key="best-way", blank=blank, judge=judged)
