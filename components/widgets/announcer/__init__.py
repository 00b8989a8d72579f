"""Tells screen readers what a page says: the finding is a heading, and is read aloud when it changes.

Streamlit has no way to give an element a role, so that the browser does it, as often as the page is drawn anew.
"""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["announcer"]

_mount = custom_element("riverbank_announcer", Path(__file__).with_name("announcer"), html="<span></span>")


def announcer(*, key: str) -> None:
    """Watch the page from now on."""
    _mount(key=key)
