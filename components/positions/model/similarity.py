"""How alike positions are, and whether that depends on their distance alone.

Two places three apart should look the same to a model wherever they stand, if it is to count by distance. Dot products
of sinusoidal positions do exactly that, since sin a sin b + cos a cos b = cos(a - b) in every pair of dimensions
(Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762). Of a learned table nobody asked it.
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
        """Its name in full."""
        return "cosine similarity" if self is SimilarityMeasure.COSINE else self.value


@dataclass(frozen=True, eq=False)
class SimilarityByDistance:
    """Similarities of all pairs of positions that are equally far apart.

    ``spread`` is the standard deviation over those pairs: 0 wherever similarity is a function of distance.

    *Shape:* ``distance``, ``mean``, ``spread``, ``low``, ``high``, ``pairs`` (distance,), beginning with 0
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
        """The largest similarity there is, without its sign: what a spread is to be measured by."""
        return float(max(np.abs(self.low).max(), np.abs(self.high).max()))


def similarity_matrix(table: npt.NDArray[np.floating], kind: SimilarityMeasure = SimilarityMeasure.COSINE) -> Array:
    """Every two position vectors compared.

    *Shape:* (position, dimension) -> (position, position)

    Raises:
        UserError: A vector is zero, so that it has no direction to take a cosine of.
    """
    exact = np.asarray(table, dtype=np.float64)
    if kind is SimilarityMeasure.DOT:
        return exact @ exact.T
    if not (np.abs(exact).max(axis=-1) > 0).all():
        raise UserError("Position vectors of zeros have no cosine. Choose the dot product, or another model.")
    return cosine_matrix(exact)


def summarise_by_distance(similarities: Array) -> SimilarityByDistance:
    """Mean, spread and range of the similarities at every distance, above and below the diagonal together.

    *Shape:* ``similarities`` (position, position)
    """
    count = len(similarities)
    figures = np.empty((count, 5))
    for distance in range(count):
        of = np.diagonal(similarities, distance)
        if distance:
            of = np.concatenate([of, np.diagonal(similarities, -distance)])
        # The mean of equal numbers may differ from them in the last digit: what is left of it is not spread.
        spread = 0.0 if of.min() == of.max() else of.std()
        figures[distance] = of.mean(), spread, of.min(), of.max(), count - distance
    mean, spread, low, high, pairs = figures.T
    return SimilarityByDistance(np.arange(count), mean, spread, low, high, pairs.astype(np.int64))
