"""Intervals of a proportion and of the difference of two proportions.

Source: Agresti and Caffo 2000, https://doi.org/10.1080/00031305.2000.10474560.
"""

import math

from components.model.statistics.bootstrap import Interval

_DEVIATIONS = 1.96  # on either side: 95% of a normal distribution


def proportion_difference(first: float, second: float, first_count: int, second_count: int) -> Interval:
    """The first proportion minus the second, with a 95% interval that also holds for small samples and near 0 and 1.

    The samples are assumed to be independent. If both are of the same sentences, the interval tends to be too wide.

    Args:
        first: From 0 to 1.
        second: From 0 to 1.
        first_count: The size of the first sample, at least 1.
        second_count: The size of the second.
    """
    counts = (first_count + 2, second_count + 2)
    adjusted = [(p * (count - 2) + 1) / count for p, count in zip((first, second), counts, strict=True)]
    error = math.sqrt(sum(p * (1 - p) / count for p, count in zip(adjusted, counts, strict=True)))
    middle = adjusted[0] - adjusted[1]
    return Interval(middle - _DEVIATIONS * error, first - second, middle + _DEVIATIONS * error)


def proportion_interval(successes: float, count: int) -> Interval:
    """A proportion with its 95% interval, which also holds for small samples and near 0 and 1.

    Source: Wilson 1927, https://doi.org/10.1080/01621459.1927.10502953.

    Args:
        successes: At most ``count``; half of one for a tie.
        count: At least 1.
    """
    share, square = successes / count, _DEVIATIONS**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    error = _DEVIATIONS * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    low, high = max(middle - error, 0.0), min(middle + error, 1.0)
    return Interval(min(low, share), share, max(high, share))  # rounding must not put a share of 0 or 1 outside
