"""How sure a figure is: the bootstrap (Efron 1979, https://doi.org/10.1214/aos/1176344552).

What was observed is drawn again, with replacement, and the figure worked out for each draw; an interval holds the
middle of what comes out. The same observations always give the same interval.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RESAMPLES = 2000
CONFIDENCE = 0.95
SEED = 0
Floats64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A figure, and the ends of its interval."""

    low: float
    value: float
    high: float

    def contains(self, figure: float) -> bool:
        """Whether ``figure`` lies within."""
        return self.low <= figure <= self.high


def resample_indices(count: int, *, resamples: int = RESAMPLES, block: int = 1) -> npt.NDArray[np.int64]:
    """Which of ``count`` observations each draw takes.

    Args:
        count: How many there are.
        resamples: How often they are drawn.
        block: How many neighbours are drawn together, round the end: what disturbs one observation may disturb the next
            (Künsch 1989, https://doi.org/10.1214/aos/1176347265).

    Returns:
        *Shape:* (draw, observation)
    """
    generator = np.random.default_rng(SEED)
    if block == 1:
        return generator.integers(count, size=(resamples, count))
    starts = generator.integers(0, count, size=(resamples, -(-count // block)))
    places: npt.NDArray[np.int64] = (starts[..., None] + np.arange(block)) % count  # (draw, block, place)
    return places.reshape(resamples, -1)[:, :count]


def interval(value: float, resampled: Floats64, *, confidence: float = CONFIDENCE) -> Interval:
    """The middle of what the draws came to, round the figure itself. *Shape:* ``draws`` (draw,)."""
    tail = 50 * (1 - confidence)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(float(low), value, float(high))


def mean_interval(values: Floats64, indices: npt.NDArray[np.int64]) -> Interval:
    """The mean of some values. *Shape:* ``values`` (observation,), ``drawn`` as :func:`drawn_again` makes it."""
    return interval(float(values.mean()), values[indices].mean(axis=1))


def median_interval(values: Floats64, indices: npt.NDArray[np.int64]) -> Interval:
    """The median of some values. *Shape:* ``values`` (observation,), ``drawn`` as :func:`drawn_again` makes it."""
    return interval(float(np.median(values)), np.median(values[indices], axis=1))
