"""What enters layer 1: one column a piece, and in it the vectors that are added up, their sum and what becomes of it.

Pointing at a column tells about its piece, a click keeps it. Python hears of the kept column alone, because a link has
to hold it. As in other canvases one value of bytes carries everything: settings in front, then what
`components.input.tables.strips` made. ``initial`` is frozen: keep it as it was when these strips were first shown.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["input_strips", "kept_column"]

_mount = custom_element("riverbank_input_strips", Path(__file__).with_name("input_strips"), base=CANVAS_STYLE)


def input_strips(payload: bytes, *, key: str, initial: int = 0, on_keep: Callable[[], None] | None = None) -> None:
    """Draw the strips.

    Args:
        payload: What `components.input.tables.strips.encode_strips` made.
        key: Key of the widget in ``st.session_state``.
        initial: The column that is kept first, from 0; frozen, see the module's docstring.
        on_keep: Called before the rerun when another column is kept; reads it with `kept_column`.
    """
    _mount(key=key, data=with_settings({"initial": initial}, payload), on_column_change=on_keep)


def kept_column(key: str, payload: bytes) -> int | None:
    """The column that the visitor keeps, also inside ``on_keep``; None where none is, or the answer is about others."""
    state = st.session_state.get(key)
    answer = state.get("column") if isinstance(state, Mapping) else None
    header = header_of(payload)
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    column = answer.get("kept")
    return column if is_index(column, len(header["pieces"])) else None
