"""Two grids of the same sentence under two masks, side by side, read word by word.

Design. Everything that is only looking happens in the browser: a hover, the arrow keys, the play. Python hears of three
things alone, so that a link can hold them: the row or cell that a visitor keeps, the cells switched by hand, and the
step, once the slider rests or the play has stopped; the steps of a play that goes on are not told.

The same word lights up in both grids although they may be cut into different tokens: tokens are matched by the
characters they stand for. What is kept is held in tokens of the *left* grid. The sentences under the grids are made in
the browser from the weights and the mask. While a sentence is being read, a grid whose tokens may look ahead shows what
the model works out from the words read so far, where the payload has it; else the weights stay those of the finished
sentence: scaling a row to what has been read would show a number that no model has worked out.

As in `components.attention.atlas` one value of bytes carries everything, settings in front, and ``initial`` is
frozen: keep it as it was when the grids were first shown, or everything travels again at every click. Changing it on
purpose moves the choice there.

``drawn`` is what differs from the right grid's mask in the payload. Read it in ``on_select`` with the payload of that
moment, switch those cells in the mask, and send the new answer: the browser then takes them as part of the mask and
starts from none. The same tokens with other weights or another mask keep what is chosen, and where that is not
``initial`` Python is told once what it is. A row that sees nothing is refused in the browser, and not believed here.

    payload = cache.masks.grid_bytes(model, sentence, mask)
    mask_grids(payload, key="grids", initial=frozen, on_select=selected)
    chosen = selection("grids", payload)

The bytes are described in `components.masks.tables.grids`.

The scripts beside this file are one module: they are joined in the order below, the last one exports.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["Cell", "GridSelection", "mask_grids", "selection"]

Cell = tuple[int, int]


_mount = custom_element("riverbank_mask_grids", Path(__file__).with_name("mask_grids"))


@dataclass(frozen=True, slots=True)
class GridSelection:
    """What is chosen.

    Attributes:
        row: Position in the left grid of the kept token that looks, or None.
        column: Position in the left grid of the kept token that is looked at, or None; never without ``row``.
        step: How many words have been read, or None for all of them.
        drawn: Query and key of every cell of the right grid that was switched by hand; None where that is not possible.
    """

    row: int | None = None
    column: int | None = None
    step: int | None = None
    drawn: frozenset[Cell] | None = None


def mask_grids(
    payload: bytes,
    *,
    key: str,
    initial: GridSelection | None = None,
    can_draw: bool = False,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw both grids.

    Args:
        payload: What `components.masks.tables.grids.mask_grids_bytes` made.
        key: Key of the widget in ``st.session_state``.
        initial: What is chosen when these tokens are first shown; without it nothing, with every word read. What lies
            outside the grids is ignored, as a link may be about others. Frozen: see the module's docstring.
        can_draw: Whether a click on a cell of the right grid switches whether it may be seen.
        on_select: Called before the rerun when the selection has changed; reads it with `selection`.
    """
    settings = {"initial": None if initial is None else _plain(initial), "canDraw": can_draw}
    _mount(
        key=key,
        data=with_settings(settings, payload),
        on_selection_change=on_select,
    )


def selection(key: str, payload: bytes) -> GridSelection | None:
    """What the visitor has chosen, also inside ``on_select``.

    Args:
        key: The key given to `mask_grids`.
        payload: The bytes that are current now.

    Returns:
        The selection; None before the first one, or if the answer is about other grids, or not one that the widget
        would send.
    """
    state = st.session_state.get(key)
    answer = state.get("selection") if isinstance(state, Mapping) else None
    return _selection(answer, payload) if isinstance(answer, Mapping) else None


def _selection(answer: object, payload: bytes) -> GridSelection | None:
    """The selection in an answer of any shape."""
    header = header_of(payload)
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    left, right = (len(grid["tokens"]) for grid in header["grids"])
    row, column, step = (answer.get(name) for name in ("row", "column", "step"))
    if not all(position is None or is_index(position, left) for position in (row, column)):
        return None
    if row is None and column is not None:
        return None
    # A step is a word or more, so there are no more steps than tokens.
    if step is not None and (not is_index(step, left + 1) or step == 0):
        return None
    cells = answer.get("drawn")
    if cells is None:
        return GridSelection(row, column, step)
    drawn = _cells(cells, right)
    if drawn is None or _leaves_a_row_empty(drawn, payload, right):
        return None
    return GridSelection(row, column, step, drawn)


def _cells(value: object, count: int) -> frozenset[Cell] | None:
    """The cells in a value of any shape; None where it is something else."""
    # The length first: a list longer than there are cells is not worth walking through.
    if not isinstance(value, list) or len(value) > count * count:
        return None
    found = set()
    for each in value:
        if not isinstance(each, list) or len(each) != 2:
            return None
        query, key = each
        if not is_index(query, count) or not is_index(key, count):
            return None
        found.add((query, key))
    return frozenset(found)


def _leaves_a_row_empty(drawn: frozenset[Cell], payload: bytes, count: int) -> bool:
    """Whether a query of the right grid, whose mask ends the payload, would see nothing."""
    mask = payload[len(payload) - count * count :]
    for query in {query for query, _ in drawn}:
        row = mask[query * count : (query + 1) * count]
        if not any((seen == 1) != ((query, key) in drawn) for key, seen in enumerate(row)):
            return True
    return False


def _plain(chosen: GridSelection) -> dict[str, Any]:
    """A selection as the browser reads it; sorted, because the same selection has to give the same bytes."""
    return {
        "row": chosen.row,
        "column": chosen.column,
        "step": chosen.step,
        "drawn": None if chosen.drawn is None else sorted(map(list, chosen.drawn)),
    }
