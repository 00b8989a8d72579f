"""A button that opens the view of a saved figure: a PNG, SVG or JSON file that carries the view's link.

The browser reads the file; nothing is uploaded. Dropping a file onto any page does the same (``dropped_figures.js``,
which the search box starts).
"""

from collections.abc import Collection
from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_figure_opener", Path(__file__).with_name("figure_opener"))


def open_figure_button(label: str, *, root: str, paths: Collection[str], key: str) -> None:
    """Draw the button.

    Args:
        label: Of the button.
        root: The path at which the app's addresses begin.
        paths: The paths of pages that a figure may open, below the root.
        key: The widget's key.
    """
    _mount(key=key, data={"label": label, "root": root, "paths": sorted(paths)}, width="content")
