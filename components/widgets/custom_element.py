"""Custom elements: a script with all that it imports, its markup and its style, given to Streamlit under a name.

Streamlit takes one ES module per component, as text, in which a relative import cannot be resolved. Scripts are written
as modules all the same, so that editors, type checkers and unit tests read them as they are; they are joined when the
app starts. That needs no build step and no Node.
"""

import re
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_IMPORT = re.compile(r"""^import \{[^}]*\} from "(\.[^"]+)";\n""", re.MULTILINE)
_OTHER_IMPORT = re.compile(r"^import\b.*", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
_DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


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
    style = style or stem.with_suffix(".css")
    sheets = [sheet.read_text(encoding="utf-8") for sheet in (base, style) if sheet is not None and sheet.exists()]
    return st.components.v2.component(
        name,
        html=stem.with_suffix(".html").read_text(encoding="utf-8") if html is None else html,
        css="\n".join(sheets) or None,
        js=bundled_script(stem.with_suffix(".js")),
    )


def bundled_script(entry: Path) -> str:
    """A script and all that it imports as one ES module, which exports what ``entry`` exports by default.

    Modules stand in the order in which they would be evaluated. They share one scope, so no two of them may declare the
    same name.

    Raises:
        ValueError: An import is not of the form ``import { a, b } from "./file.js";``, or a name is declared twice.
    """
    texts: dict[Path, str] = {}
    _collect(entry.resolve(), texts, set())
    declared: dict[str, Path] = {}
    for file, text in texts.items():
        for name in _DECLARATION.findall(text):
            if declared.setdefault(name, file) != file:
                raise ValueError(f"{name} is declared in {declared[name].name} and in {file.name}")
    return "\n".join(_EXPORT.sub("", text) for text in texts.values())


def _collect(file: Path, texts: dict[Path, str], visited: set[Path]) -> None:
    """Add a module's text to ``texts``, without its import lines, after those of the modules that it imports."""
    if file in visited:
        return
    visited.add(file)
    text = file.read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        _collect((file.parent / imported).resolve(), texts, visited)
    text = _IMPORT.sub("", text)
    if other := _OTHER_IMPORT.search(text):
        raise ValueError(f"{file.name}: {other.group()}")
    texts[file] = text
