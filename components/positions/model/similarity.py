"""How similar positions are, and whether that depends on their distance alone.

Dot products of sinusoidal positions depend on distance alone, since sin a sin b + cos a cos b = cos(a - b) in every
pair of dimensions (Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762). Nothing in training requires it
of a learned table.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import cosine_matrix
from components.model.user_errors import UserError

Array = npt.NDArray[np.float64]


class SimilarityMeasure(StrEnum):
    """How two position vectors are compared."""

    COSINE = "cosine"
    DOT = "dot product"

    @property
    def label(self) -> str:
        """Its name in a sentence."""
        return "cosine similarity" if self is SimilarityMeasure.COSINE else self.value


@dataclass(frozen=True, eq=False)
class SimilarityByDistance:
    """Statistics of the similarities of positions at each distance.

    ``spread`` is the standard deviation over all pairs at a distance: 0 if similarity is a function of distance.
    ``low`` and ``high`` are the smallest and the largest similarity, and ``pairs`` is the number of pairs.

    *Shape:* ``distance``, ``mean``, ``spread``, ``low``, ``high``, ``pairs`` (distance,), from distance 0
    """

    distance: npt.NDArray[np.int64]
    mean: Array
    spread: Array
    low: Array
    high: Array
    pairs: npt.NDArray[np.int64]

    @property
    def largest_spread(self) -> float:
        """The largest standard deviation at one distance."""
        return float(self.spread.max())

    @property
    def widest_distance(self) -> int:
        """The distance at which the spread is largest."""
        return int(self.distance[self.spread.argmax()])

    @property
    def scale(self) -> float:
        """The largest absolute similarity, with which a spread can be compared."""
        return float(max(np.abs(self.low).max(), np.abs(self.high).max()))


def similarity_matrix(table: npt.NDArray[np.floating], kind: SimilarityMeasure = SimilarityMeasure.COSINE) -> Array:
    """The similarity of every two position vectors.

    *Shape:* (position, dimension) -> (position, position)

    Raises:
        UserError: A vector is zero and has no cosine.
    """
    exact = np.asarray(table, dtype=np.float64)
    if kind is SimilarityMeasure.DOT:
        return exact @ exact.T
    if not (np.abs(exact).max(axis=-1) > 0).all():
        raise UserError("Position vectors of zeros have no cosine. Choose the dot product, or another model.")
    return cosine_matrix(exact)


def summarise_by_distance(similarities: Array) -> SimilarityByDistance:
    """Mean, spread and range of the similarities at every distance, above and below the diagonal.

    *Shape:* ``similarities`` (position, position)
    """
    count = len(similarities)
    figures = np.empty((count, 5))
    for distance in range(count):
        of = np.diagonal(similarities, distance)
        if distance:
            of = np.concatenate([of, np.diagonal(similarities, -distance)])
        # The mean of equal numbers may differ from them in the last digit, which is not spread.
        spread = 0.0 if of.min() == of.max() else of.std()
        figures[distance] = of.mean(), spread, of.min(), of.max(), count - distance
    mean, spread, low, high, pairs = figures.T
    return SimilarityByDistance(np.arange(count), mean, spread, low, high, pairs.astype(np.int64))
