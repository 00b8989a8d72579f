"""Stored grids as tables and sentences: learning rates, warm-up, numbers of labels; each with its spread over seeds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from components.teaching.model.grid import Cell
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import Ran
from components.teaching.tables.courses import NAMES

CURVE_COLUMNS = ["series", "x", "value", "low", "high"]


def usual_cells(cells: Sequence[Cell], *, warmup: bool = True) -> list[Cell]:
    """Those from the pre-trained model, with warm-up or without it."""
    return [cell for cell in cells if cell.plan.start is Start.PRETRAINED and bool(cell.plan.warmup) is warmup]


def cells_by_series(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    """Cells that differ in their rate alone, in its order, by what they have in common; most labels first."""
    found: dict[str, list[Cell]] = {}
    for warmup, text in ((True, ""), (False, ", no warm-up")):
        for cell in sorted(usual_cells(cells, warmup=warmup), key=lambda one: (-one.plan.labels, one.plan.rate)):
            found.setdefault(f"{cell.plan.labels} labels{text}", []).append(cell)
    return found


def rate_table(cells: Sequence[Cell]) -> pd.DataFrame:
    """What each learning rate comes to.

    ``x`` is the rate; ``value`` the mean over seeds, ``low`` and ``high`` the least and the largest; ``series`` how
    many labels.
    """
    rows = [(series, *_spread(cell)) for series, some in cells_by_series(cells).items() for cell in some]
    return pd.DataFrame(rows, columns=CURVE_COLUMNS)


def forgetting_table(cells: Sequence[Cell]) -> pd.DataFrame:
    """The loss at blanks after each learning rate, as columns of :func:`rate_table`; rates that blow up have none."""
    rows = [
        (series, cell.plan.rate, float(np.mean(cell.blanks)), min(cell.blanks), max(cell.blanks))
        for series, some in cells_by_series(usual_cells(cells)).items()
        for cell in some
        if cell.blanks
    ]
    return pd.DataFrame(rows, columns=CURVE_COLUMNS)


def rates_finding(cells: Sequence[Cell]) -> str:
    """Where it works with the most labels, and what the extremes come to."""
    most = max(cell.plan.labels for cell in cells)
    full = [cell for cell in usual_cells(cells) if cell.plan.labels == most]
    best, low, high = max(full, key=lambda one: one.accuracy), min(full, key=_rate), max(full, key=_rate)
    return (
        f"{rate_text(best.plan.rate)} works best of these rates, {100 * best.accuracy:.0f} % right on average; "
        f"{rate_text(low.plan.rate)} comes to {100 * low.accuracy:.0f} %, "
        f"{rate_text(high.plan.rate)} to {100 * high.accuracy:.0f} %."
    )


def collapse_note(cells: Sequence[Cell]) -> str:
    """Where it ends up saying the same of nearly everything."""
    collapsed = [cell for cell in usual_cells(cells) if np.mean(cell.largest) > 0.95]
    if not collapsed:
        return "At none of these rates does it say the same of everything."
    least = min(collapsed, key=_rate)
    return f"From {rate_text(least.plan.rate)} on it gives nearly every sentence the same answer."


def warmup_note(cells: Sequence[Cell]) -> str:
    """What warm-up is worth, at the rate where that is most; with the spread."""
    pairs = [
        (one, other)
        for other in usual_cells(cells, warmup=False)
        for one in usual_cells(cells)
        if replace(one.plan, warmup=0.0) == other.plan
    ]
    if not pairs:
        return ""
    one, other = max(pairs, key=lambda pair: abs(pair[0].accuracy - pair[1].accuracy))
    return (
        f"Warm-up matters most at {rate_text(one.plan.rate)}: {100 * one.accuracy:.0f} % with it ({_range(one)}), "
        f"{100 * other.accuracy:.0f} % without ({_range(other)})."
    )


def forgetting_note(cells: Sequence[Cell], before: float) -> str:
    """Which rates cost the blanks how much."""
    most = max(cell.plan.labels for cell in cells)
    full = sorted((c for c in usual_cells(cells) if c.plan.labels == most and c.blanks), key=_rate)
    low, high = full[0], full[-1]
    return (
        f"A blank’s right word costs {before:.1f} nats before; after a run at {rate_text(low.plan.rate)} it costs "
        f"{np.mean(low.blanks):.1f}, after one at {rate_text(high.plan.rate)}, {np.mean(high.blanks):.1f}."
    )


def label_table(cells: Sequence[Cell]) -> pd.DataFrame:
    """What so many labels come to: columns of :func:`rate_table`, ``x`` being labels and ``series`` the start."""
    rows = [
        (NAMES[cell.plan.start], cell.plan.labels, *_spread(cell)[1:])
        for cell in sorted(cells, key=lambda one: (one.plan.start, one.plan.labels))
    ]
    return pd.DataFrame(rows, columns=CURVE_COLUMNS)


def labels_finding(cells: Sequence[Cell]) -> str:
    """From how many labels on pre-training is told apart from none over all seeds; and what the most come to."""
    by = {(cell.plan.start, cell.plan.labels): cell for cell in cells}
    sizes = sorted({cell.plan.labels for cell in cells})
    most = sizes[-1]
    own, random = by[Start.PRETRAINED, most], by[Start.RANDOM, most]
    apart = [
        size for size in sizes if min(by[Start.PRETRAINED, size].accuracies) > max(by[Start.RANDOM, size].accuracies)
    ]
    said = (
        f"With {most:,} labels {100 * own.accuracy:.0f} % are right, from random weights {100 * random.accuracy:.0f} %"
    )
    enough = next((size for size in sizes if by[Start.PRETRAINED, size].accuracy > random.accuracy), None)
    if enough is not None and enough < most and enough in apart:
        return f"{said}; pre-trained, {enough} are enough for that."
    return f"{said}."


def own_point(ran: Ran) -> pd.DataFrame:
    """The visitor's own run as a point among the stored ones: columns of :func:`rate_table`."""
    share = float(np.mean(ran.right(ran.own)))
    return pd.DataFrame([("This run", ran.plan.labels, share, share, share)], columns=CURVE_COLUMNS)


def seeds_of(plan: Plan, cells: Sequence[Cell]) -> Cell | None:
    """The cell of a plan, whatever its seed."""
    return next((cell for cell in cells if cell.plan == replace(plan, seed=0)), None)


def spread_note(ran: Ran, cells: Sequence[Cell]) -> str:
    """How far the seed alone moves the figure, where that is known."""
    cell = seeds_of(ran.plan, cells)
    if cell is None or len(cell.accuracies) < 2:
        return ""
    random = seeds_of(ran.plan.from_random(), cells)
    said = f"Over {len(cell.accuracies)} seeds this run comes to {_range(cell)}"
    return f"{said}, and from random weights to {_range(random)}." if random and random is not cell else f"{said}."


def _spread(cell: Cell) -> tuple[float, float, float, float]:
    return cell.plan.rate, cell.accuracy, min(cell.accuracies), max(cell.accuracies)


def _range(cell: Cell) -> str:
    return f"{100 * min(cell.accuracies):.0f} % to {100 * max(cell.accuracies):.0f} %"


def rate_text(rate: float) -> str:
    """A learning rate as people write it."""
    return f"{rate:.0e}".replace("e-0", "e-")


def _rate(cell: Cell) -> float:
    return cell.plan.rate
