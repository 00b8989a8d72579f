"""Scrolls a row sideways on a phone so that the chosen item is visible, and the page to what another choice opens."""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["chosen_in_sight"]


_mount = custom_element("riverbank_in_sight", Path(__file__).with_name("chosen_in_sight"), html="<i></i>")


def chosen_in_sight(row: str, chosen: str, *, line: str, key: str) -> None:
    """Scroll a row of a Streamlit element to its chosen item, when it is drawn and after every change.

    After a change the page is scrolled to the row, too, if the first line below it is out of sight: a button at the end
    of the page may have opened something else.

    Args:
        row: A CSS selector of the row, whose items are radio buttons.
        chosen: The name of the chosen item.
        line: A CSS selector of the first line of what the chosen item opens.
        key: The widget's key.
    """
    _mount(key=key, data={"row": row, "chosen": chosen, "line": line})
