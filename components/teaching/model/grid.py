"""What many runs came to that were done beforehand: each cell of a grid over five seeds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from components.teaching.model.plan import Plan, plan_from


@dataclass(frozen=True)
class Cell:
    """Runs that differ in nothing but their seed.

    Attributes:
        plan: The run with the first seed.
        accuracies: The share of held-out sentences right, a seed each.
        largest: The share of the most frequent answer, a seed each: 1 where it says the same of everything.
        blanks: The loss at blanks afterwards, in nats, a seed each; none where it is no number.
        losses: The loss of each step's batch in nats, the mean over seeds.
        first: The same of the first seed alone.
    """

    plan: Plan
    accuracies: tuple[float, ...]
    largest: tuple[float, ...]
    blanks: tuple[float, ...]
    losses: tuple[float, ...]
    first: tuple[float, ...] = ()

    @property
    def accuracy(self) -> float:
        """The mean over seeds."""
        return float(np.mean(self.accuracies))


def summed_up(lines: Sequence[str], *, keep_first: Plan | None = None) -> tuple[Cell, ...]:
    """Cells from runs, a line of JSON each, as :mod:`training.teaching_grid` writes them.

    Args:
        lines: The runs.
        keep_first: The plan whose losses are kept as they are with the first seed.
    """
    runs: dict[Plan, list[Mapping[str, Any]]] = {}
    for line in lines:
        told = json.loads(line)
        plan = plan_from(told["plan"])
        runs.setdefault(replace(plan, seed=0), []).append({**told, "seed": plan.seed})
    cells = []
    for plan, some in runs.items():
        ordered = sorted(some, key=lambda one: int(one["seed"]))
        losses = np.array([one["losses"] for one in ordered], dtype=np.float64)
        cells.append(
            Cell(
                plan,
                tuple(one["accuracy"] for one in ordered),
                tuple(one["largest_answer"] for one in ordered),
                tuple(one["blank_loss"] for one in ordered if one["blank_loss"] is not None),
                tuple(float(loss) for loss in np.nan_to_num(losses.mean(axis=0), nan=-1.0).round(3)),
                tuple(ordered[0]["losses"]) if plan == keep_first else (),
            )
        )
    return tuple(sorted(cells, key=lambda cell: (cell.plan.start, cell.plan.labels, cell.plan.warmup, cell.plan.rate)))


def cells_text(cells: Sequence[Cell]) -> str:
    """Cells as JSON."""
    return json.dumps([asdict(cell) | {"plan": cell.plan.text} for cell in cells])


def cells_from(text: str) -> tuple[Cell, ...]:
    """Cells from what :func:`cells_text` gave."""
    return tuple(
        Cell(plan_from(told["plan"]), **{name: tuple(told[name]) for name in told if name != "plan"})
        for told in json.loads(text)
    )
