"""The grid of a pair, as the live view and the precomputed example draw it."""

from collections.abc import Callable

from components.patching.grid import GridToken, patch_grid_input
from components.patching.model.results import PatchGrid
from components.tables.phrases import word_label

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
    tokens = [
        GridToken(
            word_label(ours),
            None if ours.id == theirs.id else word_label(theirs),
            blank=position == grid.pair.blank,
        )
        for position, (ours, theirs) in enumerate(zip(grid.pair.clean.items, grid.pair.corrupt.items, strict=True))
    ]
    layer, token = chosen
    first, second = (word_label(word) for word in grid.words)

    def choose(row: int, column: int) -> None:
        assert on_choose is not None
        on_choose(grid.layers[row], column)

    patch_grid_input(
        tokens,
        grid.layers,
        grid.shares or (),
        answers=(first, second),
        chosen=(grid.layers.index(layer), token),
        key=key,
        on_choose=None if on_choose is None else choose,
    )
