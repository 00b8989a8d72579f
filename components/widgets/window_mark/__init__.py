"""The name of a browser's window, which outlives its session on the server but not a reload of the page."""

from collections.abc import Mapping
from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_window_mark", Path(__file__).with_name("window_mark"), html="<i></i>")


def window_mark(name: str, *, key: str) -> str:
    """Name the window, unless it has a name already. Returns that earlier name; "" if there was none.

    Args:
        name: The name.
        key: The widget's key.
    """
    state = _mount(key=key, data={"name": name}, default={"name": ""}, on_name_change=lambda: None)
    known = state.get("name") if isinstance(state, Mapping) else getattr(state, "name", None)
    return known if isinstance(known, str) else ""
