"""A button that copies the address of what is on the screen.

Everything a visitor sets stands in the page's address already, so the browser knows the link and Python does not have
to make one. A link can carry more than the address does: "as a presentation", say.
"""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_copy_link",
    html=(_FOLDER / "copy_link.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "copy_link.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "copy_link.js").read_text(encoding="utf-8"),
)


def copy_link(label: str, *, key: str, parameters: Mapping[str, str] | None = None) -> None:
    """Draw the button.

    Args:
        label: What stands on it.
        key: The widget's key.
        parameters: What the link sets beside what the address says; an empty value takes a parameter away.
    """
    _mount(key=key, data={"label": label, "parameters": dict(parameters or {})})
