"""Ties: numbers that differ only by the rounding of 32-bit arithmetic are equal."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.model.results import Floats

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
