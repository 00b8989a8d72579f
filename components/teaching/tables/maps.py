"""Held-out sentences on a plane: on their way through a run, and layer by layer."""

import numpy as np
import pandas as pd

from components.teaching.model.results import Point, Ran

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
    """What labels account for in a layer before and after, and how much further apart sentences lie then."""
    before, after = ran.layer_maps[layer]
    first, last = _spread(before), _spread(after)
    wider = f"; they lie {last / first:.1f} times as far apart" if first and last / first >= 1.05 else ""
    one, other = (100 * parted(ran, points) for points in (before, after))
    return (
        f"{BEFORE}: labels account for {one:.0f} % of how far sentences lie apart",
        f"{AFTER}: labels account for {other:.0f} % of how far sentences lie apart{wider}",
    )


def _spread(points: tuple[Point, ...]) -> float:
    """The root of the mean squared distance from the middle."""
    places = np.array(points)
    return float(np.sqrt(((places - places.mean(axis=0)) ** 2).sum(axis=1).mean()))


def parted(ran: Ran, points: tuple[Point, ...]) -> float:
    """How far labels lie apart on the plane: the share of a sentence's spread that its label explains, from 0 to 1.

    The spread between the labels' middles over the spread of all points (the correlation ratio, squared).
    """
    table = _points(ran, points)
    middles = table.groupby("label")[["x", "y"]].transform("mean")
    whole = ((table[["x", "y"]] - table[["x", "y"]].mean()) ** 2).to_numpy().sum()
    between = ((middles - table[["x", "y"]].mean()) ** 2).to_numpy().sum()
    return float(between / whole) if whole else 0.0


def map_finding(ran: Ran) -> str:
    """How much further apart the labels lie at the end than at the beginning."""
    first, last = (100 * parted(ran, points) for points in (ran.maps[0], ran.maps[-1]))
    return f"Labels account for {first:.0f} % of how far sentences lie apart at first, and for {last:.0f} % at the end."


def _points(ran: Ran, points: tuple[Point, ...]) -> pd.DataFrame:
    rows = [(x, y, ran.labels[label], text) for (x, y), (text, label) in zip(points, ran.test, strict=True)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "sentence"])


def _ends(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)
