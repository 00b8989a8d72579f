"""Makes the finding a heading for screen readers, which announce it when it changes.

Streamlit cannot give an element an ARIA role, so a script in the browser does, each time the page is drawn.
"""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["announcer"]

_mount = custom_element("riverbank_announcer", Path(__file__).with_name("announcer"), html="<span></span>")


def announcer(*, key: str) -> None:
    """Start the script that watches the page."""
    _mount(key=key)
