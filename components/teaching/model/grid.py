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
        largest_answer: The share of held-out sentences that get the label predicted most often.
        losses: The loss of each step's batch, in nats.
        blank_loss: The loss at blanks afterwards, in nats; None if it is not finite or the model fills no blanks.
    """

    plan: Plan
    accuracy: float
    largest_answer: float
    losses: tuple[float, ...]
    blank_loss: float | None


@dataclass(frozen=True)
class GridCell:
    """Runs that differ only in their seed.

    Attributes:
        plan: The plan with the first seed.
        accuracies: The accuracy on held-out sentences for each seed.
        largest_answers: The share of held-out sentences with the label predicted most often, for each seed; 1 means
            that every sentence got the same label.
        blank_losses: The loss on masked words afterwards, in nats, for each seed; seeds that diverged are left out.
        losses: The loss of each step's batch in nats, averaged over seeds; -1 where it is not finite.
        first_seed_losses: The same for the first seed alone, or empty.
    """

    plan: Plan
    accuracies: tuple[float, ...]
    largest_answers: tuple[float, ...]
    blank_losses: tuple[float, ...]
    losses: tuple[float, ...]
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
        losses = np.array([run.losses for run in ordered], dtype=np.float64)
        cells.append(
            GridCell(
                plan,
                tuple(run.accuracy for run in ordered),
                tuple(run.largest_answer for run in ordered),
                tuple(run.blank_loss for run in ordered if run.blank_loss is not None),
                tuple(float(loss) for loss in np.nan_to_num(losses.mean(axis=0), nan=-1.0).round(3)),
                ordered[0].losses if plan == keep_first else (),
            )
        )
    return tuple(
        sorted(
            cells,
            key=lambda cell: (cell.plan.start, cell.plan.train_size, cell.plan.warmup_ratio, cell.plan.learning_rate),
        )
    )
