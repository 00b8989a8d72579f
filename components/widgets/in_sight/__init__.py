"""Rows that scroll sideways on a phone: what is chosen in one of them is brought into sight."""

from pathlib import Path

import streamlit as st

from components.widgets.canvas import joined_scripts

__all__ = ["IN_SIGHT", "chosen_in_sight"]

_FOLDER = Path(__file__).parent
IN_SIGHT = _FOLDER / "in_sight.js"  # the function alone, for rows that a widget draws itself

_mount = st.components.v2.component(
    "riverbank_in_sight", html="<i></i>", js=joined_scripts([IN_SIGHT, _FOLDER / "chosen_in_sight.js"])
)


def chosen_in_sight(row: str, chosen: str, *, key: str) -> None:
    """Scroll a row of Streamlit's own to what is chosen in it, once it is drawn and after every change.

    Args:
        row: A CSS selector of the row, whose radio buttons are what there is to choose.
        chosen: The name of what is chosen.
        key: The widget's key.
    """
    _mount(key=key, data={"row": row, "chosen": chosen})
