"""Custom elements: their files, given to Streamlit under a name.

A figure that can stand in a page without a server says what it is given there (``taken``). Whoever wants to offer such
a page collects the figures that a view draws (:func:`drawn_figures`), so that the page has what is on the screen.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.widgets.element_files import ElementFiles, bundled_script

ElementData = bytes | Mapping[str, object]


@dataclass(frozen=True)
class DrawnFigure:
    """A figure on the screen.

    Attributes:
        files: The files of the element that draws it.
        data: Makes what it is given in a page without a server: called only where such a page is offered.
    """

    files: ElementFiles
    data: Callable[[], ElementData]


_FIGURES: ContextVar[list[DrawnFigure] | None] = ContextVar("figures", default=None)


@contextmanager
def drawn_figures(figures: list[DrawnFigure]) -> Iterator[None]:
    """Append the figures that are drawn inside the ``with`` block to a list."""
    before = _FIGURES.set(figures)
    try:
        yield
    finally:
        _FIGURES.reset(before)


@dataclass(frozen=True)
class CustomElement:
    """A registered element, to be called wherever it is drawn.

    Attributes:
        files: Its files.
        render: Streamlit's renderer.
    """

    files: ElementFiles
    render: ComponentRenderer

    def __call__(self, *, taken: Callable[[], ElementData] | None = None, **arguments: Any) -> Any:
        """Draw it.

        Args:
            taken: Makes what it is given in a page without a server; None for an element that makes no sense there.
            **arguments: As for Streamlit's renderer.
        """
        figures = _FIGURES.get()
        if taken is not None and figures is not None:
            figures.append(DrawnFigure(self.files, taken))
        return self.render(**arguments)


def custom_element(
    name: str, stem: Path, *, html: str | None = None, style: Path | None = None, base: Path | None = None
) -> CustomElement:
    """Register a custom element.

    Args:
        name: Name under which Streamlit knows it; unique in the app.
        stem: Path of its files without their endings: ``.js``, and ``.css`` and ``.html`` where it has them.
        html: Its markup, where that is too short for a file.
        style: Its style sheet, where that is another element's.
        base: A style sheet that stands in front of its own.
    """
    files = ElementFiles(stem, html, style, base)
    script = bundled_script(files.script)
    return CustomElement(files, st.components.v2.component(name, html=files.markup, css=files.style or None, js=script))
