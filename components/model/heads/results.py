"""Predictions of heads for texts: frozen, safe to share between visitors."""

from dataclasses import dataclass

from components.model.heads.specs import HeadSpec, TextPooling
from components.model.results import Conditions, Floats, Tokens


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
