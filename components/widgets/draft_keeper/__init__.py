"""Keeps the tour that a visitor is making in the browser's window, where a reload of the page finds it again."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_draft_keeper", Path(__file__).with_name("draft_keeper"), html="<i></i>")


def draft_keeper(draft: str, *, is_begun: bool, key: str) -> None:
    """Store the tour, or remove it if the text is empty.

    Args:
        draft: The tour as text.
        is_begun: Whether this session has a tour, or had one: else the window is asked for the one it has.
        key: The widget's key.
    """
    with st.container(height=1, border=False, key=f"{key}-place"):
        data = {"draft": draft, "isBegun": is_begun}
        _mount(key=key, data=data, default={"stored": ""}, on_stored_change=lambda: None)


def stored_draft(key: str) -> str:
    """The tour that the window had when the page was loaded, as text; "" without one."""
    state = st.session_state.get(key)
    stored = state.get("stored") if isinstance(state, Mapping) else getattr(state, "stored", None)
    return stored if isinstance(stored, str) else ""
