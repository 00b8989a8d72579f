"""Held-out sentences on a plane: on their way through a run, and layer by layer."""

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import FineTuningResult, Point, VectorSpread

BEFORE, AFTER = "Before", "After"


def map_table(ran: FineTuningResult, evaluation: int) -> pd.DataFrame:
    """Where each held-out sentence lies at a look: ``x``, ``y``, ``label``, ``sentence``, ``right`` at the end."""
    return _points(ran, ran.maps[evaluation]).assign(right=list(ran.correct(ran.history)))


def map_bounds(ran: FineTuningResult) -> tuple[float, float, float, float]:
    """The least and the largest x and y of all looks, so that nothing jumps."""
    return _bounds([point for points in ran.maps for point in points])


def layer_table(ran: FineTuningResult, layer: int) -> pd.DataFrame:
    """The same sentences in one layer, ``when`` saying whether before or after."""
    before, after = ran.layer_maps[layer]
    parts = [_points(ran, points).assign(when=when) for when, points in ((BEFORE, before), (AFTER, after))]
    return pd.concat(parts, ignore_index=True)


def layer_bounds(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The least and the largest x and y of one picture, which is drawn to a scale of its own."""
    return _bounds([*points])


def layer_captions(ran: FineTuningResult, layer: int) -> tuple[str, str]:
    """What labels account for in a layer before and after, and how far apart sentences lie then, in all dimensions.

    Never of the plane: that is chosen where the vectors spread most, after the run for the most part.
    """
    if not ran.layer_spreads:
        return BEFORE, AFTER
    before, after = ran.layer_spreads[layer]
    ratio = after.distance / before.distance if before.distance else 0.0
    wider = f"; distances are {ratio:.1f} times as large" if ratio >= 1.05 else ""
    return (
        f"{BEFORE}: labels explain {_label_share_text(before)} of the variance",
        f"{AFTER}: labels explain {_label_share_text(after)} of the variance{wider}",
    )


def map_finding(ran: FineTuningResult) -> str:
    """How much of how far sentences lie apart labels account for, at the beginning and at the end."""
    if not ran.map_spreads:
        return "Held-out sentences in two dimensions (PCA)."
    first, last = _label_share_text(ran.map_spreads[0]), _label_share_text(ran.map_spreads[-1])
    return (
        f"The labels explain {first} of the variance of the sentence vectors at the start and {last} at the end. That "
        "is measured in all dimensions; the map shows two."
    )


def _label_share_text(spread: VectorSpread) -> str:
    return percentage(spread.label_share, 1)


def _points(ran: FineTuningResult, points: tuple[Point, ...]) -> pd.DataFrame:
    rows = [(x, y, ran.labels[label], text) for (x, y), (text, label) in zip(points, ran.test, strict=True)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "sentence"])


def _bounds(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)
