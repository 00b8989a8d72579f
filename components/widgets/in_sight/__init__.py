"""Rows that scroll sideways on a phone: what is chosen in one of them is brought into sight."""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["IN_SIGHT", "chosen_in_sight"]


_mount = custom_element("riverbank_in_sight", Path(__file__).with_name("chosen_in_sight"), html="<i></i>")


def chosen_in_sight(row: str, chosen: str, *, key: str) -> None:
    """Scroll a row of Streamlit's own to what is chosen in it, once it is drawn and after every change.

    Args:
        row: A CSS selector of the row, whose radio buttons are what there is to choose.
        chosen: The name of what is chosen.
        key: The widget's key.
    """
    _mount(key=key, data={"row": row, "chosen": chosen})
