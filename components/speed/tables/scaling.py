"""How time grows with the length of a sentence and with the batch size, in words."""

from collections.abc import Sequence
from typing import Literal

from components.speed.model.results import CellResult
from components.speed.tables.times import Names

Across = Literal["length", "batch"]


def scaling_finding(cells: Sequence[CellResult], names: Names, across: Across) -> str:
    """How much longer the largest takes than the smallest, everything else being the same.

    Taken where most cells share the other figure, of these where it is smallest.
    """
    other: Across = "batch" if across == "length" else "length"
    groups: dict[int, list[CellResult]] = {}
    for found in cells:
        groups.setdefault(getattr(found.cell, other), []).append(found)
    fixed, group = max(groups.items(), key=lambda item: (len(item[1]), -item[0]))
    ordered = sorted(group, key=lambda found: int(getattr(found.cell, across)))
    low, high = ordered[0], ordered[-1]
    begin, end = (int(getattr(found.cell, across)) for found in (low, high))
    if begin == end:
        what = "length" if across == "length" else "batch size"
        return f"Only one {what} was measured. Choose more under Settings and measure again to see how time grows."
    said = " and ".join(
        f"{long.latency.p50 / short.latency.p50:.1f} times as long in {name}"
        for name, short, long in zip(names, low.both, high.both, strict=True)
    )
    if across == "length":
        return f"{end / begin:g} times as many tokens ({begin:,} to {end:,}) take {said}, at batch size {fixed:,}."
    return f"Batches {end / begin:g} times as large ({begin:,} to {end:,}) take {said}, at {fixed:,} tokens."
