"""Maps of held-out sentences: at each evaluation, and of [CLS] before and after."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import FineTuningResult, Point, VectorSpread

BEFORE, AFTER = "Before", "After"
MOST_UNEXPLAINED = 0.05  # of the variance of the log-odds, by a line in the map
Floats = npt.NDArray[np.float64]


def map_table(result: FineTuningResult, evaluation: int) -> pd.DataFrame:
    """The map at an evaluation: ``x``, ``y``, ``label``, ``sentence``, and ``right`` (at the end of the run).

    Where :func:`has_dividing_line`, the plane is turned and moved so that the line is at ``x`` = 0, the second label on
    its right.
    """
    points = _turned(result, result.maps[evaluation])
    return _points(result, points).assign(right=list(result.correct(result.history)))


def map_bounds(result: FineTuningResult) -> tuple[float, float, float, float]:
    """The lowest and highest x and y over all evaluations: one scale for all of them."""
    return _bounds([point for points in result.maps for point in _turned(result, points)])


def has_dividing_line(result: FineTuningResult) -> bool:
    """Whether a straight line in the map tells the two answers of the finished model apart."""
    return _line(result) is not None


def map_finding(result: FineTuningResult) -> str:
    """The share of the variance that labels explain, at the start and at the end."""
    if not result.map_spreads:
        return "Held-out sentences in two dimensions (PCA)."
    first, last = _label_share_text(result.map_spreads[0]), _label_share_text(result.map_spreads[-1])
    return (
        f"The labels explain {first} of the variance of the sentence vectors at the start and {last} at the end "
        "(100%: one vector per label). That is measured in all dimensions; the map shows two."
        + (" The line is where the finished model changes its answer." if has_dividing_line(result) else "")
    )


def _line(result: FineTuningResult) -> Floats | None:
    """The finished model's log-odds of the second label, as a·x + b·y + c of the last map: a, b and c.

    The head is linear and the map is a projection, so the fit is good wherever the map shows what the head reads; None
    where it is not, or where there are not two labels.
    """
    shares = np.array(result.history.probabilities, dtype=np.float64).clip(1e-9)
    if shares.shape[1] != 2:
        return None
    odds = np.log(shares[:, 1] / shares[:, 0])
    places = np.column_stack([np.array(result.maps[-1], dtype=np.float64), np.ones(len(odds))])
    line: Floats = np.linalg.lstsq(places, odds, rcond=None)[0]
    missed, spread = float(np.square(places @ line - odds).sum()), float(np.square(odds - odds.mean()).sum())
    return line if missed < MOST_UNEXPLAINED * spread else None


def _turned(result: FineTuningResult, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The points with their signed distance from the dividing line as ``x``; unchanged if there is none."""
    line = _line(result)
    if line is None:
        return points
    across, length = line[:2], float(np.hypot(line[0], line[1]))
    places = np.array(points, dtype=np.float64)
    along = np.array([-across[1], across[0]])
    turned = np.column_stack([(places @ across + line[2]) / length, places @ along / length])
    return tuple((float(x), float(y)) for x, y in turned)


def _label_share_text(spread: VectorSpread) -> str:
    return percentage(spread.label_share, 1)


def _points(result: FineTuningResult, points: tuple[Point, ...]) -> pd.DataFrame:
    rows = [(x, y, result.labels[label], text) for (x, y), (text, label) in zip(points, result.test, strict=True)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "sentence"])


def _bounds(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


def cls_table(result: FineTuningResult) -> pd.DataFrame:
    """The vectors of [CLS] before and after the run, told by the column ``when``; else as :func:`map_table`."""
    drawn = result.cls_map
    parts = [
        _points(result, points).assign(when=when) for when, points in ((BEFORE, drawn.before), (AFTER, drawn.after))
    ]
    return pd.concat(parts, ignore_index=True)


def cls_bounds(table: pd.DataFrame) -> tuple[float, float, float, float]:
    """The lowest and highest x and y of one map."""
    return table["x"].min(), table["x"].max(), table["y"].min(), table["y"].max()
