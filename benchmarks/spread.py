"""Summary statistics of repeated time measurements."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class TimeSpread:
    """Median, 95th percentile (nearest rank), minimum and maximum of ``count`` times, in seconds."""

    median: float
    p95: float
    minimum: float
    maximum: float
    count: int

    def milliseconds(self) -> str:
        """The median with minimum and maximum, in milliseconds."""
        return f"{1e3 * self.median:.0f} ms ({1e3 * self.minimum:.0f}–{1e3 * self.maximum:.0f})"

    def seconds(self) -> str:
        """The median with minimum and maximum, in seconds."""
        return f"{self.median:.2f} s ({self.minimum:.2f}–{self.maximum:.2f})"


def spread(times: Iterable[float]) -> TimeSpread:
    """Summarise ``times`` in seconds.

    Raises:
        ValueError: There are none.
    """
    ordered = sorted(times)
    if not ordered:
        raise ValueError("expected at least one measurement")
    rank = -(-95 * len(ordered) // 100)  # rounded up
    return TimeSpread(statistics.median(ordered), ordered[rank - 1], ordered[0], ordered[-1], len(ordered))
