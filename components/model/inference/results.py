"""Results of looking inside attention: queries and keys, and one weight from its scores to what it passes on."""

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
    """How one attention weight is computed and used, with the row of weights that it is part of.

    ``query`` is of the token at ``query_position``, ``key`` of the one at ``key_position``; ``rotated`` says whether
    the model rotated both by position before comparing them. A dot product times ``scale`` is a score; masked keys are
    left out; the softmax of the remaining scores is the row of weights. The values of all tokens, each times its
    weight, sum to the head's output for the token at ``query_position``.

    *Shape:* ``query``, ``key`` (head_dim,); ``dot_products``, ``attention_mask``, ``weights`` (key,); ``values``
    (key, head_dim)
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
    values: Floats
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

    @property
    def value(self) -> Floats:
        """The value vector of the token attended to. *Shape:* (head_dim,)."""
        value: Floats = self.values[self.key_position]
        return value

    @property
    def weighted_values(self) -> Floats:
        """Every token's value vector times its weight. *Shape:* (key, head_dim)."""
        return self.weights[:, None] * self.values

    @property
    def output(self) -> Floats:
        """The head's output: the sum of the weighted values. *Shape:* (head_dim,)."""
        output: Floats = self.weights @ self.values
        return output

    @property
    def output_shares(self) -> Floats:
        """The part of each weighted value that points along the output, as a share of the output's length.

        The shares sum to 1; one that points against the output is negative. All are 0 if the output is. *Shape:* (key,)
        """
        square = float(self.output @ self.output)
        return self.weighted_values @ self.output / np.float32(square or 1.0)
