"""How sure the difference of two shares is (Agresti and Caffo 2000, https://doi.org/10.1080/00031305.2000.10474560)."""

import math

from components.model.statistics.bootstrap import Interval

_DEVIATIONS = 1.96  # on either side: 95% of a normal distribution


def proportion_difference(first: float, second: float, first_count: int, second_count: int) -> Interval:
    """The first share less the second, with a 95% interval that holds for small counts and shares near 0 and 1 too.

    The two samples are taken for independent. Where both are shares of the same sentences the interval is rather too
    wide than too narrow.

    Args:
        first: From 0 to 1.
        second: From 0 to 1.
        first_count: Of how many ``first`` is a share; at least 1.
        second_count: Of how many ``second`` is.
    """
    counts = (first_count + 2, second_count + 2)
    shares = [(share * (count - 2) + 1) / count for share, count in zip((first, second), counts, strict=True)]
    error = math.sqrt(sum(share * (1 - share) / count for share, count in zip(shares, counts, strict=True)))
    middle = shares[0] - shares[1]
    return Interval(middle - _DEVIATIONS * error, first - second, middle + _DEVIATIONS * error)
