"""The pair of positions that is locked in the panels. The link holds it, counted from 0, as in the formulas."""

from functools import partial

import streamlit as st

from components.positions.panels import PanelSelection, position_panels, selection
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.settings import linked_index, write_number

FIRST, SECOND = "first", "second"
KEY = "panels"


def linked_pair(count: int) -> PanelSelection | None:
    """The pair in the link; None if it has none, or one beyond the positions shown."""
    first, second = (linked_index(name, count, first=0) for name in (FIRST, SECOND))
    return None if first is None or second is None else PanelSelection(first, second)


def draw_panels(payload: bytes, count: int) -> PanelSelection | None:
    """Draw the panels, and return the locked pair."""
    # A pair means the same in every model, so that it stays locked in other panels.
    pair = linked_pair(count)
    begin = initial_selection(KEY, KEY, pair)
    position_panels(
        payload, key=KEY, initial=begin, begun=times_begun(KEY), current=pair, on_select=partial(_follow, payload)
    )
    return pair


def _follow(payload: bytes) -> None:
    chosen = selection(KEY, payload)
    if chosen is None:
        for name in (FIRST, SECOND):
            st.query_params.pop(name, None)
    else:
        write_number(FIRST, chosen.first)
        write_number(SECOND, chosen.second)
    report_selection(KEY, chosen)
