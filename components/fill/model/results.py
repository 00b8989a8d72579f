"""Results of the room “Masked words”."""

import math
from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Candidate, Conditions, Tokens

STEP_LIMIT = 10  # steps of a deletion curve; in longer sentences several words are hidden at a time


@dataclass(frozen=True)
class Fill:
    """One token for every blank, in the order of the sentence.

    The probability of each candidate is given with earlier blanks filled and later ones masked; ``log_probability`` is
    the sum of the natural logarithms.
    """

    candidates: tuple[Candidate, ...]
    log_probability: float


@dataclass(frozen=True)
class JointFill:
    """The blanks of a sentence filled independently and jointly.

    ``first_choices`` are each blank's first choice, with its probability while all other blanks are masked;
    ``independent`` is the same fill, scored like the joint ones; ``joint`` are the fills of a beam search of ``width``
    paths, best first.
    """

    tokens: Tokens
    blanks: tuple[int, ...]
    first_choices: tuple[Candidate, ...]
    independent: Fill
    joint: tuple[Fill, ...]
    width: int
    conditions: Conditions


@dataclass(frozen=True)
class ListItem:
    """A sentence of a visitor's list, with one blank, and the right word if it is given."""

    sentence: str
    word: str | None


@dataclass(frozen=True)
class ListRow:
    """A model's answer to one item.

    ``word_rank`` and ``word_probability`` are of the right word, over the whole vocabulary; None if none is given or if
    it has several tokens. ``problem`` is the message of a sentence or word that could not be scored.
    """

    sentence: str
    word: str | None
    first_choice: str | None
    first_probability: float | None
    word_probability: float | None
    word_rank: int | None
    problem: str | None


class Explanation(StrEnum):
    """A way to say how much each word matters for an answer."""

    OCCLUSION = "Occlusion"
    GRADIENT_INPUT = "Gradient × input"
    INTEGRATED_GRADIENTS = "Integrated gradients"
    ROLLOUT = "Attention rollout"
    VALUE_NORMS = "Attention × value norms"

    @property
    def reads_attention(self) -> bool:
        """Whether its scores are shares of attention; else they are changes of the answer's log-probability."""
        return self in (Explanation.ROLLOUT, Explanation.VALUE_NORMS)


class PathBaseline(StrEnum):
    """The input from which integrated gradients start: what stands in place of every word."""

    MASK = "[MASK]"
    PAD = "[PAD]"
    ZERO = "zero vector"


@dataclass(frozen=True)
class Attribution:
    """One explanation of an answer.

    Attributes:
        explanation: How it was computed.
        positions: The words that are scored.
        scores: One for each: parts of the answer's log-probability in nats, or shares of attention.
    """

    explanation: Explanation
    positions: tuple[int, ...]
    scores: tuple[float, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The positions from the most to the least important; equal scores stay in the order of the sentence."""
        ranked = sorted(zip(self.scores, self.positions, strict=True), key=lambda pair: -pair[0])
        return tuple(position for _, position in ranked)


@dataclass(frozen=True)
class IntegratedGradients:
    """Integrated gradients of an answer's log-probability.

    Attributes:
        attribution: The scores, in nats.
        baseline: Where the path starts.
        difference: The log-probability with the words minus that with the baseline, which the scores should sum to.
        edges: The ends of the intervals of the path, from 0 to 1.
        points: The number of points on the path.
    """

    attribution: Attribution
    baseline: PathBaseline
    difference: float
    edges: tuple[float, ...]
    points: int

    @property
    def residual(self) -> float:
        """By how many nats the scores miss their sum."""
        return abs(self.difference - math.fsum(self.attribution.scores))


@dataclass(frozen=True)
class DeletionTest:
    """The probability of an answer while words are hidden, the most important first, or put back in the same order.

    Attributes:
        word_count: The number of words.
        counts: How many of them are hidden, or put back, at each step.
        puts_back: Whether all are hidden at first and put back one after the other.
        explanations: What the orders come from.
        curves: The probabilities of every explanation's order. *Shape:* (explanation, step)
        random_curves: The same of random orders. *Shape:* (order, step)
    """

    word_count: int
    counts: tuple[int, ...]
    puts_back: bool
    explanations: tuple[Explanation, ...]
    curves: tuple[tuple[float, ...], ...]
    random_curves: tuple[tuple[float, ...], ...]


def step_counts(word_count: int) -> tuple[int, ...]:
    """How many words are hidden at each step, from none to all."""
    steps = min(word_count, STEP_LIMIT)
    return tuple(round(step * word_count / steps) for step in range(steps + 1)) if steps else (0,)
