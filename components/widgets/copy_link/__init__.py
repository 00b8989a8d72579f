"""A button that copies the address of what is on the screen.

Everything a visitor sets stands in the page's address already, so the browser knows the link and Python does not have
to make one. A link can carry more than the address does: "as a presentation", say.
"""

from collections.abc import Mapping
from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_copy_link", Path(__file__).with_name("copy_link"))


def copy_link(label: str, *, key: str, parameters: Mapping[str, str] | None = None) -> None:
    """Draw the button.

    Args:
        label: What stands on it.
        key: The widget's key.
        parameters: What the link sets beside what the address says; an empty value takes a parameter away.
    """
    _mount(key=key, data={"label": label, "parameters": dict(parameters or {})})
