"""A head: one matrix, one bias, and what becomes of the scores."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, softmax

from components.model.results import Floats
from components.tasks.model.specs import HeadSpec, Pooling


@dataclass(frozen=True)
class Head:
    """One matrix and one bias: W x + b.

    *Shape:* ``matrix`` (label, width), ``bias`` (label,); ``query`` (width,), which only a weighted mean has.
    """

    spec: HeadSpec
    pooling: Pooling | None
    matrix: Floats
    bias: Floats
    query: Floats | None = None

    def scores(self, vectors: Floats) -> Floats:
        """W x + b for every vector. *Shape:* (…, width) -> (…, label)."""
        found: Floats = vectors @ self.matrix.T + self.bias
        return found

    def probabilities(self, scores: Floats) -> Floats:
        """Each label by itself where several may hold, else all of them together."""
        shares = expit(scores) if self.spec.several else softmax(scores, axis=-1)
        return np.asarray(shares, dtype=np.float32)
