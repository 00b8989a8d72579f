"""The input of layer 1: one column per token, with the embeddings that are added, their sum, and the steps after it.

Hovering over a column shows the details of its token, and a click pins it. Only the pinned column is reported to
Python, because the link holds it. As in other canvases, one value of bytes holds everything: the settings, then what
`components.tables.input_strips` made. Keep ``initial`` as it was when these strips were first shown, or all of it is
sent again.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["input_strips", "kept_column"]

_mount = custom_element("riverbank_input_strips", Path(__file__).with_name("input_strips"), base=CANVAS_STYLE)


def input_strips(
    payload: bytes,
    *,
    key: str,
    initial: int = 0,
    begun: int = 0,
    current: int = 0,
    on_keep: Callable[[], None] | None = None,
) -> None:
    """Draw the strips.

    Args:
        payload: What `components.tables.input_strips.encode_strips` made.
        key: Key of the widget in ``st.session_state``.
        initial: The column that is pinned first, from 0; frozen, see the module's docstring.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        on_keep: Called before the rerun when another column is pinned; reads it with `kept_column`.
    """
    begin, now = (with_settings({"initial": column, "begun": begun}, payload) for column in (initial, current))
    _mount(key=key, data=begin, taken=lambda: now, on_column_change=on_keep)


def kept_column(key: str, payload: bytes) -> int | None:
    """The column that the visitor has pinned, also inside ``on_keep``; None if there is none in these strips."""
    state = st.session_state.get(key)
    answer = state.get("column") if isinstance(state, Mapping) else None
    header = header_of(payload)
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    column = answer.get("kept")
    return column if is_index(column, len(header["pieces"])) else None
