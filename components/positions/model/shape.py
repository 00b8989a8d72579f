"""The shape of a table of position embeddings: outliers, principal components, and the spectrum of each dimension.

Learned tables are smooth: neighbours are similar, so the vectors lie on a curve (principal components), and each
dimension oscillates slowly along the positions (its spectrum). Wang & Chen 2020, https://arxiv.org/abs/2010.04903,
compare the learned positions of BERT, RoBERTa and GPT-2.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Array = npt.NDArray[np.float64]
OUTLIER_QUANTILE = 0.99  # of absolute values: the end of a colour scale
OUTLIER_RATIO = 3.0  # larger than so many times that quantile, a value is an outlier
MIN_POSITIONS = 3


@dataclass(frozen=True)
class Outliers:
    """Values of a table that are far larger than nearly all others.

    Attributes:
        size: The :data:`OUTLIER_QUANTILE` quantile of the absolute values.
        cells: Row, column and value of each outlier, the largest first.
    """

    size: float
    cells: tuple[tuple[int, int, float], ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """The rows with outliers, in order."""
        return tuple(sorted({row for row, _, _ in self.cells}))


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The power spectrum of each dimension along the positions.

    *Shape:* ``power`` (dimension, frequency), each row summing to 1, or to 0 for a constant dimension; frequency k,
    from 0, is k oscillations over all positions. ``dominant`` (dimension,), the strongest frequency, 0 for a constant
    dimension; ``order`` (dimension,), the dimensions from the slowest to the fastest.
    """

    positions: int
    power: Array
    dominant: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]

    @property
    def periods(self) -> Array:
        """The period of each dimension's dominant frequency, in positions; infinite for a constant dimension."""
        with np.errstate(divide="ignore"):
            in_positions: Array = self.positions / self.dominant.astype(np.float64)
        return in_positions


def find_outliers(table: npt.NDArray[np.floating]) -> Outliers:
    """The values larger than :data:`OUTLIER_RATIO` times the :data:`OUTLIER_QUANTILE` quantile of absolute values.

    *Shape:* ``table`` (row, column)
    """
    sizes = np.abs(np.asarray(table, dtype=np.float64))
    size = float(np.quantile(sizes, OUTLIER_QUANTILE))
    rows, columns = np.nonzero(sizes > OUTLIER_RATIO * size)
    order = np.argsort(-sizes[rows, columns], kind="stable")
    cells = ((int(rows[n]), int(columns[n]), float(table[rows[n], columns[n]])) for n in order)
    return Outliers(size, tuple(cells) if size > 0 else ())


def spectrum(table: npt.NDArray[np.floating]) -> Spectrum:
    """The power of every frequency in every dimension, after centring.

    *Shape:* ``table`` (position, dimension)

    Raises:
        UserError: There are too few positions.
    """
    centred = _centre(table)
    power = np.abs(np.fft.rfft(centred, axis=0).T) ** 2  # (dimension, frequency)
    power[:, 0] = 0.0  # the mean: after centring, only rounding errors
    total = power.sum(axis=-1)
    # The power of a constant dimension is rounding error.
    swings = total > (1e-10 * np.abs(np.asarray(table, dtype=np.float64)).max(axis=0) * len(centred)) ** 2
    shares = np.where(swings[:, None], power / np.where(total > 0, total, 1.0)[:, None], 0.0)
    dominant = shares.argmax(axis=-1)
    return Spectrum(len(centred), shares, dominant, np.argsort(dominant, kind="stable"))


def _centre(table: npt.NDArray[np.floating]) -> Array:
    exact = np.asarray(table, dtype=np.float64)
    if len(exact) < MIN_POSITIONS:
        raise UserError(f"Choose at least {MIN_POSITIONS} positions.")
    centred: Array = exact - exact.mean(axis=0)
    return centred
