"""What the heads say of a text, of a pair, and of a search: frozen results, safe to share between visitors."""

from dataclasses import dataclass

import numpy as np

from components.model.results import Conditions, Floats, Tokens
from components.tasks.model.specs import HeadSpec, Pooling


@dataclass(frozen=True)
class PooledReading:
    """A text by one pooling.

    *Shape:* ``weights`` (position,), how much of each piece is in the vector; ``vector`` (width,); ``products`` (label,
    width), each number of W times the number of x that it meets; ``bias``, ``scores`` and ``probabilities`` (label,).
    """

    pooling: Pooling
    weights: Floats
    vector: Floats
    products: Floats
    bias: Floats
    scores: Floats
    probabilities: Floats

    @property
    def best(self) -> int:
        """The label with the highest score."""
        return int(self.scores.argmax())


@dataclass(frozen=True)
class TextReading:
    """What a head says of a text, by each pooling it was trained with."""

    tokens: Tokens
    spec: HeadSpec
    poolings: tuple[PooledReading, ...]
    conditions: Conditions

    def by(self, pooling: Pooling) -> PooledReading:
        """The reading by one of them."""
        return next(one for one in self.poolings if one.pooling is pooling)


@dataclass(frozen=True)
class Likeness:
    """How alike two texts are by one pooling: the cosine of their vectors."""

    pooling: Pooling
    cosine: float


@dataclass(frozen=True)
class PairReading:
    """What a head says of a pair, and of the same two swapped.

    *Shape:* ``probabilities`` and ``exchanged`` (label,); ``across`` (layer,), the share of the first text's attention
    that goes to the second, a mean over its pieces and all heads; ``by_length`` the share of the second text's pieces
    among all positions, which even attention would have; ``between`` (layer, token of the first text, token of the
    second), the attention from one to the other, a mean over heads.
    """

    tokens: Tokens
    spec: HeadSpec
    probabilities: Floats
    exchanged: Floats
    across: Floats
    between: Floats
    by_length: float
    width: int
    conditions: Conditions

    @property
    def read_share(self) -> Floats:
        """1 for [CLS], which is all that the head reads, else 0. *Shape:* (position,)."""
        found = np.zeros(len(self.tokens), dtype=np.float32)
        found[0] = 1
        return found

    @property
    def best(self) -> int:
        """The likeliest label."""
        return int(self.probabilities.argmax())

    @property
    def best_exchanged(self) -> int:
        """The likeliest label of the two swapped."""
        return int(self.exchanged.argmax())


@dataclass(frozen=True)
class Match:
    """A passage: the cosine with the question, and how likely it is to answer it; ranks begin at 1."""

    passage: int
    cosine: float
    answers: float
    rank_by_vectors: int
    rank_by_reading: int


@dataclass(frozen=True)
class Search:
    """What both ways find, in the order of the passages, and what each costs.

    Attributes:
        matches: One for each passage.
        width: Numbers of a vector.
        question: Floating-point operations of reading the question.
        passage: Of reading a passage, on average.
        pair: Of reading a pair, on average.
    """

    matches: tuple[Match, ...]
    width: int
    question: int
    passage: float
    pair: float
    conditions: Conditions

    def asking_vectors(self, passages: int) -> int:
        """Operations of asking one question of so many passages whose vectors are there: a pass, and the products."""
        return self.question + passages * 2 * self.width

    def asking_pairs(self, passages: int) -> float:
        """The same by reading the question with every one of them."""
        return passages * self.pair

    @property
    def by_vectors(self) -> Match:
        """The passage that the vectors put first."""
        return min(self.matches, key=lambda match: match.rank_by_vectors)

    @property
    def by_reading(self) -> Match:
        """The passage that reading pairs puts first."""
        return min(self.matches, key=lambda match: match.rank_by_reading)
