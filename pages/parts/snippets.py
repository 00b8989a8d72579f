"""Code to copy: plain transformers code that reproduces what a mode shows.

A file in ``pages/<room>/snippets/`` starts with its inputs, one assignment a line, and runs as it is on a bundled
model. A visitor copies the same file with the values of their screen, each written as a Python literal, so that no
typed text becomes code. Lines that several programs of a room have in common are a part: ``# The part “loader”.``
stands for the file ``snippets/parts/loader.py``, and the program with its parts is what runs.
"""

import ast
import re
import sys
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from components.model.checkpoints.folders.operators_models import is_in_hub_cache
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub
from components.model.checkpoints.registry import LOCAL_PREFIX
from components.model.tokens.typed_masks import replace_typed_masks
from pages.parts.dequantized_code import dequantized_folder, stored_file, with_dequantization
from pages.parts.rooms import Room

MARKER = "# Inputs: the page fills in your values here.\n"
CLONE = Path(__file__).parents[2]
_ELSEWHERE = "/path/to/"  # in front of a folder that only the visitor can name
_FILL_IN = "replace /path/to by where you have this folder"
_HOME = ("where", "revision")
_HOME_TARGET = f"({', '.join(_HOME)})"
_PART = re.compile(r"^# The part “(\w+)”\.$", re.MULTILINE)
_IMPORT = re.compile(r"^(import .+|from \S+)(?: import (.+))?$", re.MULTILINE)
_READING = threading.Lock()


@dataclass(frozen=True)
class _Value:
    """An assignment at the start of a file: its target or targets as text, and its first and last line, from 1."""

    target: str
    first: int
    last: int


@dataclass(frozen=True)
class _File:
    lines: tuple[str, ...]
    values: tuple[_Value, ...]


def _file(path: Path) -> _File:
    # Two threads that parse at once can raise a SystemError ("AST constructor recursion depth mismatch", Python 3.11):
    # about one page in three thousand did. The cache also spares a disk access at every keystroke.
    with _READING:
        return _read(path)


@cache
def _read(path: Path) -> _File:
    text = _with_parts(path.read_text(encoding="utf-8"), path.parent / "parts")
    return _File(
        tuple(text.splitlines()),
        tuple(
            _Value(ast.unparse(node.targets[0]), node.lineno, node.end_lineno)
            for node in ast.parse(text).body
            if isinstance(node, ast.Assign) and node.end_lineno is not None
        ),
    )


def _with_parts(text: str, folder: Path) -> str:
    """A program with its parts in place, and the imports of all of them sorted as ruff does."""
    if not _PART.search(text):
        return text
    text = _PART.sub(lambda part: (folder / f"{part[1]}.py").read_text(encoding="utf-8").strip(), text)
    imports: dict[str, set[str]] = {}  # the names taken from each module; empty for a plain import
    for module, names in _IMPORT.findall(text):
        imports.setdefault(module, set()).update(filter(None, names.split(", ")))
    statements: tuple[list[str], list[str]] = ([], [])
    for module in sorted(imports, key=lambda module: (module.startswith("from "), module.lower())):
        is_external = module.split()[1].partition(".")[0] not in sys.stdlib_module_names
        imported = imports[module]
        statements[is_external].append(f"{module} import {', '.join(sorted(imported))}" if imported else module)
    head = "\n\n".join("\n".join(group) for group in statements if group)
    body = re.sub(r"(?:^(?:from|import) .*\n+)+", "", text, flags=re.MULTILINE)
    docstring = body[: body.index("# ")]  # the marker of the inputs comes after it
    return f"{docstring}{head}\n\n{body.removeprefix(docstring)}"


def snippet(room: Room, name: str, model: ModelRecord | None = None, *, remark: str = "", **values: object) -> str:
    """The code of a file, with the given values in place of its own.

    Args:
        room: The room that the file belongs to.
        name: The file's name without its extension.
        model: The model that ``where`` and ``revision`` are filled in for.
        remark: A comment above the values.
        values: New values, by the names in the file.

    Raises:
        LookupError: The file has no assignment to one of the names.
    """
    file = _file(room.folder / "snippets" / f"{name}.py")
    lines: list[str | None] = list(file.lines)
    wanted = dict(values)
    for value in file.values:
        if value.target in wanted:
            content = wanted.pop(value.target)
            written = f"{value.target} = {_with_one_mask(content)!r}"
        elif model is not None and value.target == _HOME_TARGET:
            content, model = model_source(model), None
            written = f"{', '.join(_HOME)} = {', '.join(map(repr, content))}"
        else:
            continue
        _, _, comment = file.lines[value.first - 1].partition("  # ")
        comments = [each for each in (comment, _FILL_IN if _names_folder_elsewhere(content) else "") if each]
        remainder = f"  # {'; '.join(comments)}" if comments else ""
        # The number of entries stays the same, so that later line numbers hold; None entries are dropped below.
        dropped = [None] * (value.last - value.first)
        lines[value.first - 1 : value.last] = [written + remainder, *dropped]
    if wanted or model is not None:
        raise LookupError(f"{room.key}/{name} does not ask for {sorted(wanted) or _HOME}")
    code = "\n".join(line for line in lines if line is not None) + "\n"
    return with_dequantization(code.replace(MARKER, f"# {remark}\n" if remark else ""), CLONE)


def takes_model(room: Room, name: str) -> bool:
    """Whether the code of a file loads a model whose name and revision are among its values."""
    file = _file(room.folder / "snippets" / f"{name}.py")
    return any(value.target == _HOME_TARGET for value in file.values)


def _with_one_mask(value: object) -> object:
    """The value with all typed masks in its texts written "[MASK]", which the code replaces by its tokenizer's."""
    match value:
        case str():
            return replace_typed_masks(value)
        case list():
            return [_with_one_mask(each) for each in value]
        case tuple():
            return tuple(_with_one_mask(each) for each in value)
        case _:
            return value


def _names_folder_elsewhere(value: object) -> bool:
    match value:
        case str():
            return value.startswith(_ELSEWHERE)
        case list() | tuple():
            return any(map(_names_folder_elsewhere, value))
        case _:
            return False


def model_source(model: ModelRecord) -> tuple[str, str | None]:
    """The name or path to load a model from with transformers, and its revision if it is on the hub.

    Of a folder on this server only the name is given, after a placeholder: its path is private, and of no use to
    whoever runs the code; the bare name would load another model, from the current folder or the hub.
    """
    match model.home:
        case OnHub() as home:
            return home.repository, home.revision
        case InFolder() as home if is_in_hub_cache(home.folder):
            return model.name, home.folder.name
        case InFolder() as home:
            is_local = model.id.startswith(LOCAL_PREFIX)
            return _ELSEWHERE + (model.id.removeprefix(LOCAL_PREFIX) if is_local else home.folder.name), None
        case Bundled() as home:
            stored = stored_file(home)
            return repository_path(home.folder if stored is None else dequantized_folder(stored)), None


def repository_path(path: Path) -> str:
    """A path relative to this repository."""
    return str(path.relative_to(CLONE))
