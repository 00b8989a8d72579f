"""Position encodings side by side: tables of numbers, and the similarity of every two positions.

Pointing at one panel marks the same pair of positions in all of them: a cross in panels that have a row and a column
for every position, two rows in tables. That happens in the browser alone. Python is sent only what a link has to hold:
the locked pair. A pair means the same in every model, so it stays locked in other panels that have such positions.

As in `components.attention.atlas`, one bytes value holds everything: settings first, then the bytes that
`components.positions.tables.panels` makes. Therefore ``initial`` is frozen: pass the same value as when these panels
were first shown. Changing it moves the lock. The browser's message holds the whole state, a click number and the
panels' fingerprint.

    payload = cache.position_panels(model, ...)
    position_panels(payload, key="panels", initial=frozen, on_select=selected)
    locked = selection("panels", payload)

The scripts beside this file are one module: they are joined in the order below, the last one exports.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["PanelSelection", "position_panels", "selection"]


_mount = custom_element("riverbank_position_panels", Path(__file__).with_name("position_panels"), base=CANVAS_STYLE)


@dataclass(frozen=True, slots=True)
class PanelSelection:
    """The locked pair of positions.

    Attributes:
        first: The row of a square panel, from 0.
        second: The column of a square panel, from 0.
    """

    first: int
    second: int


def position_panels(
    payload: bytes,
    *,
    key: str,
    initial: PanelSelection | None = None,
    begun: int = 0,
    current: PanelSelection | None = None,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the panels.

    Args:
        payload: As `components.positions.tables.panels.position_panels_bytes` makes it.
        key: Key of the widget in ``st.session_state``.
        initial: The pair that is locked first; one beyond the last position is ignored, since a link may be about
            another model. Frozen: see the module's docstring.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        on_select: Called before the rerun when the locked pair has changed; it reads it with `selection`.
    """
    begin, now = ({"initial": None if pair is None else asdict(pair), "begun": begun} for pair in (initial, current))
    _mount(
        key=key,
        data=with_settings(begin, payload),
        taken=lambda: with_settings(now, payload),
        on_pair_change=on_select,
    )


def selection(key: str, payload: bytes) -> PanelSelection | None:
    """The pair that the visitor has locked; may be called inside ``on_select``.

    Args:
        key: The key given to `position_panels`.
        payload: The current payload.

    Returns:
        The locked pair; None if there is none, or if the browser's message is about other panels or not valid.
    """
    state = st.session_state.get(key)
    answer = state.get("pair") if isinstance(state, Mapping) else None
    return _pair(answer, header_of(payload))


def _pair(answer: object, header: Mapping[str, Any]) -> PanelSelection | None:
    """The pair in a message from the browser, which may have any shape."""
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    first, second, count = answer.get("first"), answer.get("second"), _positions(header)
    return PanelSelection(first, second) if is_index(first, count) and is_index(second, count) else None


def _positions(header: Mapping[str, Any]) -> int:
    """The number of positions of the longest panel, as matrices.js counts them."""
    return max((each["rows"] for each in header["panels"]), default=1)
