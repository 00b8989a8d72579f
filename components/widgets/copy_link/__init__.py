"""A button that copies the link to what is on the screen.

All settings are in the page's address, so the browser copies that. A link can have further parameters, for projector
mode for example.
"""

from collections.abc import Mapping
from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_copy_link", Path(__file__).with_name("copy_link"))


def copy_link(label: str, *, key: str, parameters: Mapping[str, str] | None = None, is_plain: bool = False) -> None:
    """Draw the button.

    Args:
        label: Of the button.
        key: The widget's key.
        parameters: Set in the link in addition to the address; an empty value removes a parameter.
        is_plain: Whether the button has no border and is as wide as its label, for a row of such buttons.
    """
    data = {"label": label, "parameters": dict(parameters or {}), "plain": is_plain}
    _mount(key=key, data=data, width="content" if is_plain else "stretch")
