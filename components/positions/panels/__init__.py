"""Ways to say where a word stands, side by side: tables of numbers and how alike any two positions are.

Design. Pointing at one panel marks the same pair of positions in all of them: a cross in the panels that have a row
and a column for every position, two rows in the tables. All of that happens in the browser. Python hears of one thing
alone, because a link has to hold it: the pair that is locked. A pair means the same in every model, so it stays locked
when other panels come, as long as they have such positions.

As in `components.attention.atlas` one value of bytes carries everything, settings in front, then what
`components.positions.tables.panels` made; ``initial`` is therefore frozen: keep it as it was when these panels were
first shown. Changing it on purpose moves the lock there. The answer is the whole state with a click number and the
fingerprint of the panels.

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

from components.widgets.canvas import header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["PanelSelection", "position_panels", "selection"]


_mount = custom_element("riverbank_position_panels", Path(__file__).with_name("position_panels"))


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
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the panels.

    Args:
        payload: What `components.positions.tables.panels.position_panels_bytes` made. A table whose ``row_axis`` begins
            with "distance" has a row for every distance between two positions instead of one for every position.
        key: Key of the widget in ``st.session_state``.
        initial: The pair that is locked first; one beyond the last position is ignored, as a link may be about another
            model. Frozen: see the module's docstring.
        on_select: Called before the rerun when the locked pair has changed; reads it with `selection`.
    """
    settings = {"initial": None if initial is None else asdict(initial)}
    _mount(
        key=key,
        data=with_settings(settings, payload),
        on_pair_change=on_select,
    )


def selection(key: str, payload: bytes) -> PanelSelection | None:
    """What the visitor has locked, also inside ``on_select``.

    Args:
        key: The key given to `position_panels`.
        payload: The bytes that are current now.

    Returns:
        The locked pair; None where none is, before the first answer, or if the answer is about other panels or not one
        that they would send.
    """
    state = st.session_state.get(key)
    answer = state.get("pair") if isinstance(state, Mapping) else None
    return _pair(answer, header_of(payload))


def _pair(answer: object, header: Mapping[str, Any]) -> PanelSelection | None:
    """The pair in an answer of any shape."""
    if not isinstance(answer, Mapping) or answer.get("trace") != header["trace"]:
        return None
    first, second, count = answer.get("first"), answer.get("second"), _positions(header)
    return PanelSelection(first, second) if is_index(first, count) and is_index(second, count) else None


def _positions(header: Mapping[str, Any]) -> int:
    """How many positions there are: those of the longest panel, as panels.js counts them."""
    by_position = [each for each in header["panels"] if each["square"] or not _has_distances(each["row_axis"])]
    return max((each["rows"] for each in by_position), default=1)


def _has_distances(row_axis: str) -> bool:
    return row_axis.lower().startswith("distance")
