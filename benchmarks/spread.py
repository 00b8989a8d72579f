"""Several measurements of one thing, told by their middle and their ends."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Seconds. ``p95`` is the nearest rank: a time that was really measured."""

    median: float
    p95: float
    least: float
    most: float
    count: int

    def milliseconds(self) -> str:
        """The median, and the ends in brackets."""
        return f"{1e3 * self.median:.0f} ms ({1e3 * self.least:.0f}–{1e3 * self.most:.0f})"

    def seconds(self) -> str:
        """The median, and the ends in brackets."""
        return f"{self.median:.2f} s ({self.least:.2f}–{self.most:.2f})"


def spread(times: Iterable[float]) -> Spread:
    """The spread of ``times``.

    Raises:
        ValueError: There are none.
    """
    ordered = sorted(times)
    if not ordered:
        raise ValueError("expected at least one measurement")
    rank = -(-95 * len(ordered) // 100)  # rounded up
    return Spread(statistics.median(ordered), ordered[rank - 1], ordered[0], ordered[-1], len(ordered))
