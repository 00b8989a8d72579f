"""What a pass leaves behind: queries and keys, and how one weight comes about."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Floats, Tokens


@dataclass(frozen=True)
class NeuronVectors:
    """The query and the key of every token in every head, as the head compares them.

    *Shape:* ``queries``, ``keys`` (layer, head, token, head_width)
    """

    tokens: Tokens
    queries: Floats
    keys: Floats


@dataclass(frozen=True)
class WeightAnatomy:
    """How one token's attention to another comes about, and the row of attention it stands in.

    ``query`` is of the token at ``query_position``, ``key`` of the one at ``key_position``; ``rotated`` says whether
    the model turned both by their positions before comparing them. A dot product times ``scale`` is a score; hidden
    keys are left out; the softmax of the scores that remain is the row of weights.

    *Shape:* ``query``, ``key`` (width of the head,); ``dots``, ``seen``, ``weights`` (key,)
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
        """What each dimension adds to the dot product. *Shape:* (width of the head,)."""
        return self.query * self.key

    @property
    def dot_product(self) -> float:
        """Query times key: the sum of the products."""
        return float(self.dot_products[self.key_position])

    @property
    def has_default_scale(self) -> bool:
        """Whether a dot product is divided by the square root of the head's width, as Vaswani et al. 2017 have it."""
        return bool(abs(self.scale - len(self.query) ** -0.5) < 1e-9)

    @property
    def scores(self) -> Floats:
        """The scaled dot products, hidden keys included. *Shape:* (key,)."""
        return self.dot_products * np.float32(self.scale)

    @property
    def additive_mask(self) -> Floats:
        """What the mask adds to the scores: 0 where a key is seen, minus infinity elsewhere. *Shape:* (key,)."""
        return np.where(self.attention_mask, np.float32(0), np.float32(-np.inf))

    @property
    def score(self) -> float:
        """The scaled dot product."""
        return float(self.scores[self.key_position])

    @property
    def weight(self) -> float:
        """The weight taken apart."""
        return float(self.weights[self.key_position])
