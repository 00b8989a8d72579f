"""The files of a custom element: a script with all that it imports, its markup and its style sheet.

A browser is given one ES module as text, in which a relative import cannot be resolved. Scripts are written as modules
all the same, so that editors, type checkers and unit tests read them as they are; they are joined when the app starts.
That needs no build step and no Node. Nothing here knows Streamlit: pages without a server show the same elements.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_IMPORT = re.compile(r"""^import (?:\{[^}]*\}|(\w+)) from "(\.[^"]+)";\n""", re.MULTILINE)
_OTHER_IMPORT = re.compile(r"^import\b.*", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default function\b ?", re.MULTILINE)
_TYPES = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
_DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class ElementFiles:
    """Where the files of a custom element are.

    Attributes:
        stem: Path of its files without their endings: ``.js``, and ``.css`` and ``.html`` where it has them.
        html: Its markup, where that is too short for a file.
        sheet: Its style sheet, where that is another element's.
        base: A style sheet that stands in front of its own.
    """

    stem: Path
    html: str | None = None
    sheet: Path | None = None
    base: Path | None = None

    @property
    def markup(self) -> str:
        """Its markup."""
        return self.stem.with_suffix(".html").read_text(encoding="utf-8") if self.html is None else self.html

    @property
    def style(self) -> str:
        """Its style sheets, one after the other; empty if it has none."""
        sheets = (self.base, self.sheet or self.stem.with_suffix(".css"))
        return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets if sheet is not None and sheet.exists())

    @property
    def script(self) -> Path:
        """Where its script is, whose default export draws it."""
        return self.stem.with_suffix(".js")


@cache
def bundled_script(entry: Path, text: str | None = None) -> str:
    """A script and all that it imports as one ES module, which exports what ``entry`` exports by default.

    Modules stand in the order in which they would be evaluated. They share one scope, so no two of them may declare the
    same name. What a module exports by default gets the name under which it is imported: it can be imported once.
    Comments with types are left out: browsers do not read them, and they would be a sixth of what is sent.

    Args:
        entry: Where the script is.
        text: The script, if it is not in a file: one that would stand at ``entry``.

    Raises:
        ValueError: An import is not of the form ``import { a, b } from "./file.js";`` or ``import a from "./file.js";``
            with a function as the default export, or a name is declared twice.
    """
    texts: dict[Path, str] = {}
    entry = entry.resolve()
    _collect(entry, entry.read_text(encoding="utf-8") if text is None else text, texts, {entry})
    declared: dict[str, Path] = {}
    for file, module in texts.items():
        for name in _DECLARATION.findall(module):
            if declared.setdefault(name, file) != file:
                raise ValueError(f"{name} is declared in {declared[name].name} and in {file.name}")
    return "\n".join(_TYPES.sub("", _EXPORT.sub("", module)) for module in texts.values())


def _collect(file: Path, text: str, texts: dict[Path, str], visited: set[Path]) -> None:
    """Add a module's text to ``texts``, without its import lines, after those of the modules that it imports."""
    for name, relative in _IMPORT.findall(text):
        imported = (file.parent / relative).resolve()
        if imported not in visited:
            visited.add(imported)
            module = imported.read_text(encoding="utf-8")
            _collect(imported, _DEFAULT.sub(f"function {name}", module) if name else module, texts, visited)
        if name and name not in _DECLARATION.findall(texts.get(imported, "")):
            raise ValueError(f"{file.name}: {imported.name} exports no function by default, or under another name")
    text = _IMPORT.sub("", text)
    if other := _OTHER_IMPORT.search(text):
        raise ValueError(f"{file.name}: {other.group()}")
    texts[file] = text
