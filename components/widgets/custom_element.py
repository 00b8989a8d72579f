"""Custom elements: their files, given to Streamlit under a name."""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.widgets.element_files import ElementFiles, bundled_script


def custom_element(
    name: str, stem: Path, *, html: str | None = None, style: Path | None = None, base: Path | None = None
) -> ComponentRenderer:
    """Register a custom element.

    Args:
        name: Name under which Streamlit knows it; unique in the app.
        stem: Path of its files without their endings: ``.js``, and ``.css`` and ``.html`` where it has them.
        html: Its markup, where that is too short for a file.
        style: Its style sheet, where that is another element's.
        base: A style sheet that stands in front of its own.
    """
    files = ElementFiles(stem, html, style, base)
    return st.components.v2.component(name, html=files.markup, css=files.style or None, js=bundled_script(files.script))
