"""Predictions for texts and pairs, and search results: frozen, safe to share between visitors."""

from dataclasses import dataclass

import numpy as np

from components.model.results import Conditions, Floats, Tokens
from components.tasks.model.specs import HeadSpec, TextPooling


@dataclass(frozen=True)
class PooledReading:
    """A head's prediction for a text with one pooling.

    *Shape:* ``weights`` (position,), the weight of each token in the vector; ``vector`` (width,); ``products`` (label,
    width), the product of each row of W with the vector; ``bias``, ``scores`` and ``probabilities`` (label,).
    """

    pooling: TextPooling
    weights: Floats
    vector: Floats
    products: Floats
    bias: Floats
    scores: Floats
    probabilities: Floats

    @property
    def best(self) -> int:
        """The index of the label with the highest score."""
        return int(self.scores.argmax())


@dataclass(frozen=True)
class TextReading:
    """A head's prediction for a text, for each pooling that the head was trained with."""

    tokens: Tokens
    spec: HeadSpec
    poolings: tuple[PooledReading, ...]
    conditions: Conditions

    def with_pooling(self, pooling: TextPooling) -> PooledReading:
        """The prediction with one pooling."""
        return next(reading for reading in self.poolings if reading.pooling is pooling)


@dataclass(frozen=True)
class TextSimilarity:
    """The cosine of two texts' vectors with one pooling."""

    pooling: TextPooling
    cosine: float


@dataclass(frozen=True)
class PairReading:
    """A head's prediction for a pair of texts, in both orders.

    *Shape:* ``probabilities`` and ``swapped_probabilities`` (label,); ``attention_across`` (layer,), the share of the
    first text's attention that goes to the second, averaged over its tokens and all heads; ``attention_between``
    (layer, token of the first text, token of the second), the attention weights, averaged over heads. ``even_share``
    is the share that evenly spread attention would give to the second text; ``width`` is the size of a vector.
    """

    tokens: Tokens
    spec: HeadSpec
    probabilities: Floats
    swapped_probabilities: Floats
    attention_across: Floats
    attention_between: Floats
    even_share: float
    width: int
    conditions: Conditions

    @property
    def cls_weights(self) -> Floats:
        """1 for [CLS], the only token that the head reads, else 0. *Shape:* (position,)."""
        weights = np.zeros(len(self.tokens), dtype=np.float32)
        weights[0] = 1
        return weights

    @property
    def best(self) -> int:
        """The index of the most likely label."""
        return int(self.probabilities.argmax())

    @property
    def best_swapped(self) -> int:
        """The index of the most likely label with the texts swapped."""
        return int(self.swapped_probabilities.argmax())


@dataclass(frozen=True)
class Match:
    """A ranked passage: its cosine with the question, and the probability that it answers; ranks begin at 1."""

    passage: int
    cosine: float
    answer_probability: float
    rank_by_vectors: int
    rank_by_reading: int


@dataclass(frozen=True)
class SearchResult:
    """Passages ranked by both methods, and the cost of each method in floating-point operations.

    Attributes:
        matches: One for each passage, in the order of the passages.
        width: The size of a vector.
        question: Operations of encoding the question.
        passage: Operations of encoding a passage, on average.
        pair: Operations of encoding a question with a passage, on average.
    """

    matches: tuple[Match, ...]
    width: int
    question: int
    passage: float
    pair: float
    conditions: Conditions

    def vector_search_operations(self, passages: int) -> int:
        """Operations of one search over stored vectors: encoding the question, and one product for each passage."""
        return self.question + passages * 2 * self.width

    def pair_search_operations(self, passages: int) -> float:
        """Operations of one search that encodes the question with every passage."""
        return passages * self.pair

    @property
    def best_by_vectors(self) -> Match:
        """The passage ranked first by comparing vectors."""
        return min(self.matches, key=lambda match: match.rank_by_vectors)

    @property
    def best_by_reading(self) -> Match:
        """The passage ranked first by reading pairs."""
        return min(self.matches, key=lambda match: match.rank_by_reading)
