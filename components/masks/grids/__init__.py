"""Two grids of the same sentence under two masks, side by side, read word by word.

Hovering, arrow keys and playing happen in the browser alone. Python is sent only what a link can hold: the selected row
or cell, and the step, once the slider rests or the animation has stopped.

The same word is highlighted in both grids even if their tokenizers cut it differently: tokens are matched by their
characters. The selection is stored in positions of the *left* grid. The sentences beside the grids are written in the
browser from the weights and the mask. While a sentence is being read, a grid whose tokens may look ahead shows the
weights over the words read so far, if the payload has them. Otherwise it shows those of the whole sentence: rescaling a
row to the words read would show numbers that no model computes.

As in `components.attention.atlas`, one bytes value holds everything, settings first, and ``initial`` is frozen: pass
the same value as when the grids were first shown, or everything is sent again at every click. Changing it moves the
selection.

Other weights or another mask for the same tokens keep the selection, and the browser reports it once if it is not
``initial``.

    payload = cache.masks.grid_bytes(model, sentence, mask)
    mask_grids(payload, key="grids", initial=frozen, on_select=selected)
    chosen = selection("grids", payload)

The bytes are described in `components.masks.tables.grids`.

The scripts beside this file are one module: they are joined in the order below, the last one exports.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["GridSelection", "mask_grids", "selection"]

_mount = custom_element("riverbank_mask_grids", Path(__file__).with_name("mask_grids"), base=CANVAS_STYLE)


@dataclass(frozen=True, slots=True)
class GridSelection:
    """A selection in the grids.

    Attributes:
        row: Position of the selected query in the left grid, or None.
        column: Position of the selected key in the left grid, or None; never without ``row``.
        step: How many words have been read, or None for all of them.
    """

    row: int | None = None
    column: int | None = None
    step: int | None = None


def mask_grids(
    payload: bytes,
    *,
    key: str,
    initial: GridSelection | None = None,
    begun: int = 0,
    current: GridSelection | None = None,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw both grids.

    Args:
        payload: As `components.masks.tables.grids.mask_grids_bytes` makes it.
        key: Key of the widget in ``st.session_state``.
        initial: The selection when these tokens are first shown; by default none, with every word read. Positions
            outside the grids are ignored, since a link may be about another sentence. Frozen: see the module's
            docstring.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        on_select: Called before the rerun when the selection has changed; it reads it with `selection`.
    """
    begin, now = (
        {"initial": None if chosen is None else asdict(chosen), "begun": begun} for chosen in (initial, current)
    )
    _mount(
        key=key,
        data=with_settings(begin, payload),
        taken=lambda: with_settings(now, payload),
        on_selection_change=on_select,
    )


def selection(key: str, payload: bytes) -> GridSelection | None:
    """The visitor's selection; may be called inside ``on_select``.

    Args:
        key: The key given to `mask_grids`.
        payload: The current payload.

    Returns:
        The selection; None before the first one, or if the browser's message is about other grids or not valid.
    """
    state = st.session_state.get(key)
    answer = state.get("selection") if isinstance(state, Mapping) else None
    return _selection(answer, payload) if isinstance(answer, Mapping) else None


def _selection(answer: object, payload: bytes) -> GridSelection | None:
    """The selection in a message from the browser, which may have any shape."""
    header = header_of(payload)
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    left = len(header["grids"][0]["tokens"])
    row, column, step = (answer.get(name) for name in ("row", "column", "step"))
    if not all(position is None or is_index(position, left) for position in (row, column)):
        return None
    if row is None and column is not None:
        return None
    # A step is a word or more, so there are no more steps than tokens.
    if step is not None and (not is_index(step, left + 1) or step == 0):
        return None
    return GridSelection(row, column, step)
