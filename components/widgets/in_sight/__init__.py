"""Scrolls rows sideways on a phone so that the chosen item is visible."""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["IN_SIGHT", "chosen_in_sight"]


_mount = custom_element("riverbank_in_sight", Path(__file__).with_name("chosen_in_sight"), html="<i></i>")


def chosen_in_sight(row: str, chosen: str, *, key: str) -> None:
    """Scroll a row of a Streamlit element to its chosen item, when it is drawn and after every change.

    Args:
        row: A CSS selector of the row, whose items are radio buttons.
        chosen: The name of the chosen item.
        key: The widget's key.
    """
    _mount(key=key, data={"row": row, "chosen": chosen})
