"""The grid of a pair, as the live view and the precomputed example draw it."""

from collections.abc import Callable

from components.patching.grid import patch_grid_input
from components.patching.model.results import PatchGrid
from components.patching.tables.grid import grid_values

HOW_TO_READ = "0%: the answer is as in the second sentence. 100%: as in the first."


def draw_grid(
    grid: PatchGrid, *, chosen: tuple[int, int], key: str, on_choose: Callable[[int, int], None] | None
) -> None:
    """Draw the grid of shares.

    Args:
        grid: With shares.
        chosen: Layer and token of the open cell.
        key: Of the widget.
        on_choose: Called with the layer and the token of a cell that is clicked; None if cells cannot be opened.
    """

    def choose(row: int, column: int) -> None:
        assert on_choose is not None
        on_choose(grid.layers[row], column)

    values = grid_values(grid, chosen=chosen)
    patch_grid_input(values, key=key, on_choose=None if on_choose is None else choose)
