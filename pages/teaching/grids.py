"""The stored grids, as modes ask for them."""

from cache.shipped.first_runs import first_run
from cache.shipped.teaching_grids import teaching_grid
from components.teaching.model.grid import Cell
from components.teaching.model.presets import USUAL


def rate_cells() -> tuple[Cell, ...]:
    """Learning rates."""
    return teaching_grid("rates")


def label_cells() -> tuple[Cell, ...]:
    """Numbers of labels."""
    return teaching_grid("labels")


def blanks_before() -> float:
    """What a blank costs before any of these runs, in nats."""
    usual = first_run(USUAL.text)
    assert usual is not None  # it ships
    assert usual.blanks is not None  # of a model that fills blanks
    return usual.blanks[0]
