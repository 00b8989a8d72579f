"""Figures that answer: what is chosen in one comes back to Python. Needs anywidget (https://anywidget.dev)."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import components.takeaway.page
from components.model.user_errors import UserError
from components.takeaway.page import theme_style
from components.widgets.element_files import ElementFiles, bundled_script
from riverbank.figures import FigureKind

_FOLDER = Path(components.takeaway.page.__file__).parent
_SCRIPT = """import mountFigure from "{element}";
import {{ drawInNotebook }} from "./notebook.js";

export default {{ render: (given) => drawInNotebook(given, mountFigure) }};
"""


def figure_widget(kind: FigureKind, data: bytes | Mapping[str, Any]) -> Any:
    """A widget that draws a figure.

    Args:
        kind: What draws it.
        data: What its script is given.

    Returns:
        An ``anywidget.AnyWidget``. Its trait ``selection`` is what has been chosen, as the figure says it; empty
        before.

    Raises:
        UserError: anywidget is not installed.
    """
    given: dict[str, object] = {"content": data} if isinstance(data, bytes) else {"values": dict(data)}
    return _widget_class(kind)(markup=widget_markup(kind.files), **given)


def widget_script(files: ElementFiles) -> str:
    """The module that anywidget's front end loads: an element, and what draws it."""
    element = Path(os.path.relpath(files.script, _FOLDER)).as_posix()
    return bundled_script(_FOLDER / "notebook_entry.js", _SCRIPT.format(element=element))


def widget_markup(files: ElementFiles) -> str:
    """The element's markup, with its style and the app's themes, for a shadow root."""
    themes = theme_style().replace(":root", ":host")
    return f"<style>{themes}{files.style}</style>{files.markup}"


@cache
def _widget_class(kind: FigureKind) -> Any:
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError as error:
        raise UserError("A figure that answers needs anywidget: pip install anywidget") from error

    class FigureWidget(anywidget.AnyWidget):  # type: ignore[misc]
        """A figure of the app in a notebook."""

        _esm = widget_script(kind.files)
        markup = traitlets.Unicode().tag(sync=True)
        content = traitlets.Bytes().tag(sync=True)
        values = traitlets.Dict().tag(sync=True)
        selection = traitlets.Dict().tag(sync=True)

    return FigureWidget
