"""The stored grids, as modes ask for them."""

from cache.shipped.first_runs import first_run
from cache.shipped.teaching_grids import teaching_grid
from components.teaching.model.grid import GridCell
from components.teaching.model.presets import DEFAULT_PLAN


def rate_cells() -> tuple[GridCell, ...]:
    """Learning rates."""
    return teaching_grid("rates")


def label_cells() -> tuple[GridCell, ...]:
    """Numbers of labels."""
    return teaching_grid("labels")


def initial_blank_loss() -> float:
    """What a blank costs before any of these runs, in nats."""
    default_run = first_run(DEFAULT_PLAN.key)
    assert default_run is not None  # it ships
    assert default_run.blank_losses is not None  # of a model that fills blanks
    return default_run.blank_losses[0]
