"""The grid of activation patching: a button for every layer and token, and layers that appear one by one in play.

The browser answers with the cell that was clicked, so that an answer that comes late or twice means the same thing.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import STAGE_STYLE, is_index
from components.widgets.custom_element import custom_element

__all__ = ["patch_grid_input"]

_mount = custom_element("riverbank_patch_grid", Path(__file__).with_name("patch_grid"), base=STAGE_STYLE)


def patch_grid_input(values: Mapping[str, Any], *, key: str, on_choose: Callable[[int, int], None] | None) -> None:
    """Draw the grid.

    Args:
        values: What `components.patching.tables.grid.grid_values` made.
        key: Key of the widget in ``st.session_state``.
        on_choose: Called before the rerun with the row and column that were clicked; None if cells cannot be opened.
    """

    def changed() -> None:
        cell = _cell(st.session_state.get(key), len(values["layers"]), len(values["tokens"]))
        if cell is not None and on_choose is not None:
            on_choose(*cell)

    data = {**values, "opens": on_choose is not None}
    _mount(key=key, data=data, taken=lambda: {**data, "opens": False}, on_cell_change=changed)


def _cell(state: object, rows: int, columns: int) -> tuple[int, int] | None:
    """Row and column in an answer of any shape; None where it is not a cell of this grid."""
    cell = getattr(state, "cell", None)
    if not isinstance(cell, list) or len(cell) != 2 or not (is_index(cell[0], rows) and is_index(cell[1], columns)):
        return None
    row, column = cell
    return row, column
