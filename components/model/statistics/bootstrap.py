"""Percentile bootstrap intervals (Efron 1979, https://doi.org/10.1214/aos/1176344552).

The observations are resampled with replacement and the statistic is computed for each resample. The seed is fixed, so
the same observations always give the same interval.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RESAMPLES = 2000
CONFIDENCE = 0.95
SEED = 0
Floats64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """An estimate and the ends of its interval; the ends are NaN if there is only one observation."""

    low: float
    value: float
    high: float

    def contains(self, value: float) -> bool:
        """Whether the value cannot be ruled out: it lies in the interval, or there is none."""
        return not (value < self.low or value > self.high)

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.low)


def resample_indices(count: int, *, resamples: int = RESAMPLES, block: int = 1) -> npt.NDArray[np.int64]:
    """The indices of the observations in each bootstrap resample.

    Args:
        count: The number of observations.
        resamples: The number of resamples.
        block: The length of the blocks of neighbours that are drawn together, wrapping at the end, for observations
            that depend on their neighbours (Künsch 1989, https://doi.org/10.1214/aos/1176347265).

    Returns:
        *Shape:* (resample, observation)
    """
    generator = np.random.default_rng(SEED)
    if block == 1:
        return generator.integers(count, size=(resamples, count))
    starts = generator.integers(0, count, size=(resamples, -(-count // block)))
    indices: npt.NDArray[np.int64] = (starts[..., None] + np.arange(block)) % count  # (resample, block, place in block)
    return indices.reshape(resamples, -1)[:, :count]


def interval(value: float, resampled: Floats64, *, confidence: float = CONFIDENCE) -> Interval:
    """The percentile interval of an estimate from its values in the resamples. *Shape:* ``resampled`` (resample,)."""
    tail = 50 * (1 - confidence)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(float(low), value, float(high))


def mean_interval(values: Floats64, indices: npt.NDArray[np.int64]) -> Interval:
    """The mean with its interval. *Shape:* ``values`` (observation,), ``indices`` as of :func:`resample_indices`."""
    mean = float(values.mean())
    if len(values) == 1:  # every resample is that observation, which says nothing of others
        return Interval(math.nan, mean, math.nan)
    return interval(mean, values[indices].mean(axis=1))
