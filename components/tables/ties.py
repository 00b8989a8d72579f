"""Ties: numbers that differ by rounding only, and estimates whose intervals overlap."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.model.results import Floats
from components.model.statistics.bootstrap import Interval

ROUNDING = 1e-5  # of the larger number: two orders of summation of 32-bit numbers differ by less
SMALLEST = 1e-7  # differences below it are rounding, however small the numbers are


def are_tied(numbers: npt.ArrayLike, other: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Whether numbers are equal but for rounding, element by element; NaN ties with nothing."""
    return np.isclose(numbers, other, rtol=ROUNDING, atol=SMALLEST)


def largest_indices(numbers: Sequence[float] | Floats) -> list[int]:
    """The indices of the largest number and of those that tie with it, in order; empty without numbers."""
    values = np.asarray(numbers, dtype=float)
    if not values.size:
        return []
    return [int(index) for index in np.flatnonzero(are_tied(values, values.max()))]


def overlapping_indices(intervals: Sequence[Interval], best: int) -> list[int]:
    """The indices of the intervals that overlap with that of the best estimate, which may lead by chance.

    Args:
        intervals: The estimates.
        best: The index of the largest.
    """
    low = intervals[best].low
    return [index for index, each in enumerate(intervals) if index != best and each.high >= low]
