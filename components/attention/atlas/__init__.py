"""The attention atlas: all panels of weights on one canvas, and the chosen one enlarged with its tokens.

Design. What changes only the view happens in the browser: a hover, another head. Only a *selection* is sent to Python:
the chosen panel and the locked row.

Streamlit hashes what it sends and leaves out what the browser has already, and bytes arrive untouched only when they
are all there is. So one value carries everything: settings in front, then what
`components.attention.tables.atlas` made. The settings must therefore **not** follow the selection: whoever passes back
what `selection` returned sends megabytes at every click. Keep ``initial`` as it was when the trace was first shown; the
browser knows what came after. Changing it on purpose (a button "show this head") moves the browser's selection there,
at the price of sending everything once.

The browser answers with the whole selection, a click number and the fingerprint of the trace, for the reasons that
`components.widgets.token_strip` gives: no click is lost, and a late one cannot choose something in another sentence.

    payload = cache.atlas(model, sentence)
    attention_atlas(payload, key="atlas", initial=frozen, panels_address=address, on_select=selected)
    chosen = selection("atlas", payload)

The scripts beside this file are one module, a file an idea: they are joined, and the last one exports.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["ATLAS_FILES", "Selection", "View", "attention_atlas", "selection"]

View = Literal["arcs", "grid"]

_mount = custom_element("riverbank_attention_atlas", Path(__file__).with_name("attention_atlas"), base=CANVAS_STYLE)
ATLAS_FILES = _mount.files


@dataclass(frozen=True, slots=True)
class Selection:
    """What is chosen.

    Attributes:
        row: Row of the chosen panel: the layer, where rows are layers.
        column: Column of the chosen panel: the head.
        query: Position of the locked query token, or None.
        key: Position of the locked key token, or None; never without ``query``.
    """

    row: int
    column: int
    query: int | None = None
    key: int | None = None

    def to_plain(self) -> dict[str, Any]:
        """The selection as the browser reads it."""
        return {"panel": [self.row, self.column], "query": self.query, "key": self.key}


def attention_atlas(
    payload: bytes,
    *,
    key: str,
    initial: Selection | None = None,
    begun: int = 0,
    current: Selection | None = None,
    panels_address: str | None = None,
    view: View = "grid",
    hide_special: bool = False,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the atlas.

    Args:
        payload: What `components.attention.tables.atlas.atlas_bytes` made.
        key: Key of the widget in ``st.session_state``.
        initial: What is chosen when the trace is first shown; without it the panel that travels whole. Frozen: see the
            module's docstring.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        panels_address: Where the exact weights of the other panels are, at ``f"{panels_address}/{row}/{column}"``
            below the app's root; see `components.server.downloads.large_downloads`. Without it they stay as coarse as
            they were sent.
        view: How the chosen panel is drawn.
        hide_special: Whether special tokens are left out.
        on_select: Called before the rerun when the selection has changed; reads it with `selection`.
    """
    begin, now = (None if chosen is None else chosen.to_plain() for chosen in (initial, current))
    settings = {
        "initial": begin,
        "begun": begun,
        "address": panels_address,
        "view": view,
        "hide": hide_special,
    }
    _mount(
        key=key,
        data=with_settings(settings, payload),
        taken=lambda: with_settings({**settings, "initial": now, "address": None}, payload),
        on_selection_change=on_select,
    )


def selection(key: str, payload: bytes) -> Selection | None:
    """What the visitor has selected, also inside ``on_select``.

    Args:
        key: The key given to `attention_atlas`.
        payload: The bytes that are current now.

    Returns:
        The selection; None before the first one, or if the answer is about another trace, or not one that the atlas
        would send.
    """
    state = st.session_state.get(key)
    answer = state.get("selection") if isinstance(state, Mapping) else None
    return _selection(answer, header_of(payload)) if isinstance(answer, Mapping) else None


def _selection(answer: object, header: Mapping[str, Any]) -> Selection | None:
    """The selection in an answer of any shape."""
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    rows, columns, count = (len(header[name]) for name in ("rows", "columns", "tokens"))
    panel = _panel(answer.get("panel"), rows, columns)
    query, key = answer.get("query"), answer.get("key")
    if panel is None or not all(position is None or is_index(position, count) for position in (query, key)):
        return None
    return None if query is None and key is not None else Selection(*panel, query, key)


def _panel(value: object, rows: int, columns: int) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    row, column = value
    return (row, column) if is_index(row, rows) and is_index(column, columns) else None
