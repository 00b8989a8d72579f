"""Maps of held-out sentences: at each evaluation, and in each layer."""

import pandas as pd

from components.tables.numbers import fixed, percentage
from components.teaching.model.results import FineTuningResult, MapMethod, Point, VectorSpread

BEFORE, AFTER = "Before", "After"
LABEL_SHARE_NOTE = "At 100%, all sentences with the same label would have the same vector."


def map_table(result: FineTuningResult, evaluation: int) -> pd.DataFrame:
    """The map at an evaluation: ``x``, ``y``, ``label``, ``sentence``, and ``right`` (at the end of the run)."""
    return _points(result, result.maps[evaluation]).assign(right=list(result.correct(result.history)))


def map_bounds(result: FineTuningResult) -> tuple[float, float, float, float]:
    """The lowest and highest x and y over all evaluations: one scale for all of them."""
    return _bounds([point for points in result.maps for point in points])


def layer_table(result: FineTuningResult, layer: int) -> pd.DataFrame:
    """The map of one layer before and after the run, told by the column ``when``."""
    before, after = result.layer_maps[layer]
    parts = [_points(result, points).assign(when=when) for when, points in ((BEFORE, before), (AFTER, after))]
    return pd.concat(parts, ignore_index=True)


def layer_bounds(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The lowest and highest x and y of one map."""
    return _bounds([*points])


def layer_captions(result: FineTuningResult, layer: int) -> tuple[str, str]:
    """Captions for a layer before and after: the variance that labels explain, and the growth of distances.

    Measured in all dimensions: the projection favours the directions with the largest variance, mostly after the run.
    """
    if not result.layer_spreads:
        return BEFORE, AFTER
    before, after = result.layer_spreads[layer]
    ratio = after.distance / before.distance if before.distance else 0.0
    wider = f"; distances are {fixed(ratio, 1)} times as large" if ratio >= 1.05 else ""
    return (
        f"{BEFORE}: labels explain {_label_share_text(before)} of the variance",
        f"{AFTER}: labels explain {_label_share_text(after)} of the variance{wider}",
    )


def map_finding(result: FineTuningResult) -> str:
    """The share of the variance that labels explain, at the start and at the end."""
    if not result.map_spreads:
        return "Held-out sentences in two dimensions (PCA)."
    first, last = _label_share_text(result.map_spreads[0]), _label_share_text(result.map_spreads[-1])
    return (
        f"The labels explain {first} of the variance of the sentence vectors at the start and {last} at the end "
        "(100%: one vector per label). That is measured in all dimensions; the map shows two."
    )


def _label_share_text(spread: VectorSpread) -> str:
    return percentage(spread.label_share, 1)


def _points(result: FineTuningResult, points: tuple[Point, ...]) -> pd.DataFrame:
    rows = [(x, y, result.labels[label], text) for (x, y), (text, label) in zip(points, result.test, strict=True)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "sentence"])


def _bounds(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


def cls_table(result: FineTuningResult, projection: MapMethod) -> pd.DataFrame:
    """The vectors of [CLS] by one projection: as :func:`layer_table`."""
    drawn = next(each for each in result.cls_maps if each.projection is projection)
    parts = [
        _points(result, points).assign(when=when) for when, points in ((BEFORE, drawn.before), (AFTER, drawn.after))
    ]
    return pd.concat(parts, ignore_index=True)


def cls_bounds(table: pd.DataFrame) -> tuple[float, float, float, float]:
    """The lowest and highest x and y of one map."""
    return table["x"].min(), table["x"].max(), table["y"].min(), table["y"].max()
