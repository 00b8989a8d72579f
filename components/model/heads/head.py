"""A task head: one linear layer, and the function that turns its scores into probabilities."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, softmax

from components.model.heads.specs import HeadSpec, TextPooling
from components.model.results import Floats


@dataclass(frozen=True)
class Head:
    """A linear layer, W x + b.

    *Shape:* ``matrix`` (label, width), ``bias`` (label,); ``query`` (width,), for the weighted mean only.
    """

    spec: HeadSpec
    pooling: TextPooling | None
    matrix: Floats
    bias: Floats
    query: Floats | None = None

    def scores(self, vectors: Floats) -> Floats:
        """W x + b for every vector. *Shape:* (…, width) -> (…, label)."""
        products: Floats = vectors @ self.matrix.T + self.bias
        return products

    def probabilities(self, scores: Floats) -> Floats:
        """Probabilities of the labels: a sigmoid of each score if the head is multi-label, else a softmax of all."""
        shares = expit(scores) if self.spec.multi_label else softmax(scores, axis=-1)
        return np.asarray(shares, dtype=np.float32)
