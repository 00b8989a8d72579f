"""Finding on how time grows with sentence length or batch size."""

from collections.abc import Sequence
from typing import Literal

from components.speed.model.results import CellResult
from components.speed.tables.times import Names
from components.tables.numbers import fixed

Across = Literal["length", "batch"]


def scaling_finding(cells: Sequence[CellResult], names: Names, across: Across) -> str:
    """How much longer the largest cell takes than the smallest, with the other dimension fixed.

    The fixed value is the one that most cells share; of equals, the smallest.
    """
    other: Across = "batch" if across == "length" else "length"
    groups: dict[int, list[CellResult]] = {}
    for result in cells:
        groups.setdefault(getattr(result.cell, other), []).append(result)
    constant, group = max(groups.items(), key=lambda item: (len(item[1]), -item[0]))
    ordered = sorted(group, key=lambda result: int(getattr(result.cell, across)))
    low, high = ordered[0], ordered[-1]
    begin, end = (int(getattr(result.cell, across)) for result in (low, high))
    if begin == end:
        what = "length" if across == "length" else "batch size"
        return f"Only one {what} was measured. Choose more under Settings and measure again to see how time grows."
    factors = " and ".join(
        f"{name} takes {fixed(largest.latency.p50 / smallest.latency.p50, 1)} times as long"
        for name, smallest, largest in zip(names, low.both, high.both, strict=True)
    )
    things, place = ("tokens", "batch size {:,}") if across == "length" else ("sentences", "{:,} tokens")
    return (
        f"With {end / begin:g} times as many {things} ({begin:,} to {end:,}), {factors}, at {place.format(constant)}."
    )
