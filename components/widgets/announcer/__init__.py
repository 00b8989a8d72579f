"""Tells screen readers what a page says: the finding is a heading, and is read aloud when it changes.

Streamlit has no way to give an element a role, so that the browser does it, as often as the page is drawn anew.
"""

from pathlib import Path

import streamlit as st

__all__ = ["announcer"]

_mount = st.components.v2.component(
    "riverbank_announcer", html="<span></span>", js=Path(__file__).with_name("announcer.js").read_text(encoding="utf-8")
)


def announcer(*, key: str) -> None:
    """Watch the page from now on."""
    _mount(key=key)
