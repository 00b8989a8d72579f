"""How time grows with the length of a sentence and with the size of a batch, in words."""

from collections.abc import Sequence
from typing import Literal

from components.speed.model.results import CellResult
from components.speed.tables.times import Names

Across = Literal["length", "batch"]


def scaling_finding(cells: Sequence[CellResult], names: Names, across: Across) -> str:
    """What becomes of the time from the smallest to the largest, everything else being the same.

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
        return f"Only one {what} was measured, so nothing can be said of growth. Measure more of them."
    said = ", ".join(
        f"{name} {long.latency.p50 / short.latency.p50:.1f} times as long"
        for name, short, long in zip(names, low.both, high.both, strict=True)
    )
    if across == "length":
        where = "one sentence at once" if fixed == 1 else f"{fixed:,} sentences at once"
        return f"With {where}, {end / begin:g} times as many tokens ({begin:,} to {end:,}) take {said}."
    where = f"sentences of {fixed:,} tokens"
    return f"With {where}, {end / begin:g} times as many at once ({begin:,} to {end:,}) take {said}."
