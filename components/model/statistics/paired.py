"""Paired comparisons: two measurements of the same units, such as two runs with the same seed."""

from collections.abc import Sequence

import numpy as np
from scipy.special import bdtr, stdtr

SIGNIFICANT = 0.05


def mcnemar_test(first_only: int, second_only: int) -> float:
    """The two-sided p-value of McNemar's exact test of two proportions of the same items.

    The null hypothesis is that an item that is right in one way only is as often right in the first as in the second.
    Source: McNemar 1947, https://doi.org/10.1007/BF02295996.

    Args:
        first_only: The number of items that are right in the first way only.
        second_only: The number of items that are right in the second way only.
    """
    discordant = first_only + second_only
    return min(1.0, 2 * float(bdtr(min(first_only, second_only), discordant, 0.5))) if discordant else 1.0


def paired_t_test(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p-value of Student's paired t-test; the null hypothesis is that the means are equal.

    Args:
        first: One measurement per unit. *Shape:* (unit,)
        second: The other measurement of the same units. *Shape:* (unit,)

    Raises:
        ValueError: There are fewer than two units, or the lengths differ.
    """
    if len(first) != len(second) or len(first) < 2:
        raise ValueError(f"{len(first)} and {len(second)} figures cannot be paired")
    differences = np.array(first, dtype=np.float64) - np.array(second, dtype=np.float64)
    mean, error = float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(len(differences)))
    if error <= 1e-12:  # the same difference in every pair
        return 1.0 if abs(mean) <= 1e-12 else 0.0
    return float(2 * stdtr(len(differences) - 1, -abs(mean) / error))
