"""The shape of a table of positions: the few directions it lives in, and how fast each dimension swings.

Learned tables turn out to be smooth: neighbours are alike, so the vectors draw a curve (principal components) and each
dimension swings slowly along the positions (its spectrum). Wang & Chen 2020, https://arxiv.org/abs/2010.04903, look at
the learned positions of BERT, RoBERTa and GPT-2 side by side.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Array = npt.NDArray[np.float64]
MAX_COMPONENTS = 3
OUTLIER_QUANTILE = 0.99  # of the values: what a scale of colours is made for
OUTLIER_RATIO = 3.0  # times the size that those stay below: a value beyond is an outlier
MIN_POSITIONS = 3


@dataclass(frozen=True, eq=False)
class PrincipalComponents:
    """Position vectors in the directions in which they differ most.

    *Shape:* ``positions`` (position,), from 0; ``points`` (position, component); ``explained`` (component,), shares of
    the variance
    """

    positions: npt.NDArray[np.int64]
    points: Array
    explained: Array


@dataclass(frozen=True)
class Outliers:
    """Values of a table that are far larger than nearly all others.

    Attributes:
        size: What :data:`SHOWN` of the values stay below, without their sign.
        cells: Row, column and value of each outlier, the largest first.
    """

    size: float
    cells: tuple[tuple[int, int, float], ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """The rows that hold one, in order."""
        return tuple(sorted({row for row, _, _ in self.cells}))


@dataclass(frozen=True, eq=False)
class Spectrum:
    """How fast each dimension swings along the positions.

    *Shape:* ``power`` (dimension, frequency), each row summing to 1, or to 0 where a dimension never changes; frequency
    k, from 0, is k swings over all positions. ``dominant`` (dimension,) the strongest frequency, 0 where there is none;
    ``order`` (dimension,) the dimensions from the slowest to the fastest.
    """

    positions: int
    power: Array
    dominant: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]

    @property
    def periods(self) -> Array:
        """Positions from one swing to the next at the dominant frequency, infinite where there is none."""
        with np.errstate(divide="ignore"):
            found: Array = self.positions / self.dominant.astype(np.float64)
        return found


def find_outliers(table: npt.NDArray[np.floating]) -> Outliers:
    """The values of a table more than :data:`FAR` times as large as :data:`SHOWN` of them. *Shape:* (row, column)."""
    sizes = np.abs(np.asarray(table, dtype=np.float64))
    size = float(np.quantile(sizes, OUTLIER_QUANTILE))
    rows, columns = np.nonzero(sizes > OUTLIER_RATIO * size)
    order = np.argsort(-sizes[rows, columns], kind="stable")
    cells = ((int(rows[n]), int(columns[n]), float(table[rows[n], columns[n]])) for n in order)
    return Outliers(size, tuple(cells) if size > 0 else ())


def principal_components(table: npt.NDArray[np.floating], excluded: Collection[int] = ()) -> PrincipalComponents:
    """Principal components of the position vectors, by singular values of the centred table.

    The sign of a component is chosen so that its largest point is positive: any other choice would do.

    Args:
        table: *Shape:* (position, dimension)
        excluded: Positions that do not take part.

    Raises:
        UserError: There are too few positions, or all are the same vector.
    """
    positions = np.asarray([position for position in range(len(table)) if position not in excluded], dtype=np.int64)
    centred = _centred(np.asarray(table)[positions])
    left, strengths, _ = np.linalg.svd(centred, full_matrices=False)
    if not strengths[0] > 1e-12 * max(1.0, float(np.abs(table).max())):
        raise UserError("All positions have the same vector in this model. Choose another model.")
    count = min(MAX_COMPONENTS, len(strengths))
    points = left[:, :count] * strengths[:count]
    peaks = points[np.abs(points).argmax(axis=0), np.arange(count)]
    explained = strengths[:count] ** 2 / (strengths**2).sum()
    return PrincipalComponents(positions, points * np.where(peaks < 0, -1.0, 1.0), explained)


def spectrum(table: npt.NDArray[np.floating]) -> Spectrum:
    """The power of every frequency in every dimension, its mean taken off.

    *Shape:* ``table`` (position, dimension)

    Raises:
        UserError: There are too few positions.
    """
    centred = _centred(table)
    power = np.abs(np.fft.rfft(centred, axis=0).T) ** 2  # (dimension, frequency)
    power[:, 0] = 0.0  # the mean: what the centring left of it is rounding
    total = power.sum(axis=-1)
    # A constant dimension leaves rounding errors, which are not swings.
    swings = total > (1e-10 * np.abs(np.asarray(table, dtype=np.float64)).max(axis=0) * len(centred)) ** 2
    shares = np.where(swings[:, None], power / np.where(total > 0, total, 1.0)[:, None], 0.0)
    dominant = shares.argmax(axis=-1)
    return Spectrum(len(centred), shares, dominant, np.argsort(dominant, kind="stable"))


def _centred(table: npt.NDArray[np.floating]) -> Array:
    exact = np.asarray(table, dtype=np.float64)
    if len(exact) < MIN_POSITIONS:
        raise UserError(f"Choose at least {MIN_POSITIONS} positions.")
    centred: Array = exact - exact.mean(axis=0)
    return centred
