"""Grids of precomputed runs: each cell is one plan over five seeds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.teaching.model.plan import Plan


@dataclass(frozen=True)
class GridRun:
    """The figures of one run of a grid, as :mod:`training.teaching_grid` stores them.

    Attributes:
        plan: The run.
        accuracy: The share of held-out sentences that it classifies correctly.
        losses: The loss of each step's batch, in nats.
    """

    plan: Plan
    accuracy: float
    losses: tuple[float, ...]


@dataclass(frozen=True)
class GridCell:
    """Runs that differ only in their seed.

    Attributes:
        plan: The plan with the first seed.
        accuracies: The accuracy on held-out sentences for each seed.
        first_seed_losses: The loss of each step's batch with the first seed, in nats; or empty.
    """

    plan: Plan
    accuracies: tuple[float, ...]
    first_seed_losses: tuple[float, ...] = ()

    @property
    def accuracy(self) -> float:
        """The mean accuracy over seeds."""
        return float(np.mean(self.accuracies))


def summarise_runs(runs: Sequence[GridRun], *, keep_first: Plan | None = None) -> tuple[GridCell, ...]:
    """Runs that differ only in their seed, summarised as one cell each.

    Args:
        runs: The runs.
        keep_first: The plan whose losses with the first seed are kept as well.
    """
    runs_by_plan: dict[Plan, list[GridRun]] = {}
    for run in runs:
        runs_by_plan.setdefault(replace(run.plan, seed=0), []).append(run)
    cells = []
    for plan, same in runs_by_plan.items():
        ordered = sorted(same, key=lambda run: run.plan.seed)
        cells.append(
            GridCell(
                plan,
                tuple(run.accuracy for run in ordered),
                ordered[0].losses if plan == keep_first else (),
            )
        )
    return tuple(
        sorted(
            cells,
            key=lambda cell: (cell.plan.start, cell.plan.train_size, cell.plan.warmup_ratio, cell.plan.learning_rate),
        )
    )
