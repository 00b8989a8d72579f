"""Results of looking inside attention: queries and keys, and the computation of one weight."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Floats, Tokens


@dataclass(frozen=True)
class NeuronVectors:
    """The query and the key of every token in every head, as the head compares them.

    *Shape:* ``queries``, ``keys`` (layer, head, token, head_dim)
    """

    tokens: Tokens
    queries: Floats
    keys: Floats


@dataclass(frozen=True)
class WeightAnatomy:
    """How one attention weight is computed, with the row of weights that it is part of.

    ``query`` is of the token at ``query_position``, ``key`` of the one at ``key_position``; ``rotated`` says whether
    the model rotated both by position before comparing them. A dot product times ``scale`` is a score; masked keys are
    left out; the softmax of the remaining scores is the row of weights.

    *Shape:* ``query``, ``key`` (head_dim,); ``dot_products``, ``attention_mask``, ``weights`` (key,)
    """

    tokens: Tokens
    layer: int
    head: int
    query_position: int
    key_position: int
    query: Floats
    key: Floats
    rotated: bool
    scale: float
    dot_products: Floats
    attention_mask: npt.NDArray[np.bool_]
    weights: Floats
    conditions: Conditions

    @property
    def products(self) -> Floats:
        """What each dimension adds to the dot product. *Shape:* (head_dim,)."""
        return self.query * self.key

    @property
    def dot_product(self) -> float:
        """Query times key: the sum of the products."""
        return float(self.dot_products[self.key_position])

    @property
    def has_default_scale(self) -> bool:
        """Whether the scale is 1 / sqrt(head_dim), as in Vaswani et al. 2017."""
        return bool(abs(self.scale - len(self.query) ** -0.5) < 1e-9)

    @property
    def scores(self) -> Floats:
        """The scaled dot products, including those of masked keys. *Shape:* (key,)."""
        return self.dot_products * np.float32(self.scale)

    @property
    def additive_mask(self) -> Floats:
        """What the mask adds to the scores: 0 for visible keys, minus infinity for others. *Shape:* (key,)."""
        return np.where(self.attention_mask, np.float32(0), np.float32(-np.inf))

    @property
    def score(self) -> float:
        """The scaled dot product."""
        return float(self.scores[self.key_position])

    @property
    def weight(self) -> float:
        """The weight."""
        return float(self.weights[self.key_position])
