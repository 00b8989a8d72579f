"""Held-out sentences on a plane: on their way through a run, and layer by layer."""

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import Point, Ran, Spread

BEFORE, AFTER = "Before", "After"


def map_table(ran: Ran, look: int) -> pd.DataFrame:
    """Where each held-out sentence lies at a look: ``x``, ``y``, ``label``, ``sentence``, ``right`` at the end."""
    return _points(ran, ran.maps[look]).assign(right=list(ran.right(ran.own)))


def map_ends(ran: Ran) -> tuple[float, float, float, float]:
    """The least and the largest x and y of all looks, so that nothing jumps."""
    return _ends([point for points in ran.maps for point in points])


def layer_table(ran: Ran, layer: int) -> pd.DataFrame:
    """The same sentences in one layer, ``when`` saying whether before or after."""
    before, after = ran.layer_maps[layer]
    parts = [_points(ran, points).assign(when=when) for when, points in ((BEFORE, before), (AFTER, after))]
    return pd.concat(parts, ignore_index=True)


def layer_ends(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The least and the largest x and y of one picture, which is drawn to a scale of its own."""
    return _ends([*points])


def layer_captions(ran: Ran, layer: int) -> tuple[str, str]:
    """What labels account for in a layer before and after, and how far apart sentences lie then, in all dimensions.

    Never of the plane: that is chosen where the vectors spread most, after the run for the most part.
    """
    if not ran.layer_spreads:
        return BEFORE, AFTER
    before, after = ran.layer_spreads[layer]
    ratio = after.distance / before.distance if before.distance else 0.0
    wider = f"; distances are {ratio:.1f} times as large" if ratio >= 1.05 else ""
    return (
        f"{BEFORE}: labels explain {_share(before)} of the variance",
        f"{AFTER}: labels explain {_share(after)} of the variance{wider}",
    )


def map_finding(ran: Ran) -> str:
    """How much of how far sentences lie apart labels account for, at the beginning and at the end."""
    if not ran.map_spreads:
        return "Held-out sentences in two dimensions (PCA)."
    first, last = _share(ran.map_spreads[0]), _share(ran.map_spreads[-1])
    return (
        f"The labels explain {first} of the variance of the sentence vectors at the start and {last} at the end. That "
        "is measured in all dimensions; the map shows two."
    )


def _share(spread: Spread) -> str:
    return percentage(spread.by_label, 1)


def _points(ran: Ran, points: tuple[Point, ...]) -> pd.DataFrame:
    rows = [(x, y, ran.labels[label], text) for (x, y), (text, label) in zip(points, ran.test, strict=True)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "sentence"])


def _ends(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)
