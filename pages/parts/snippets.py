"""Plain transformers code that computes again what a mode shows: files that run as they are, given the page's values.

A file below ``pages/<room>/snippets/`` begins with what is asked, a value a line, and runs on a bundled model. What a
visitor copies is the same file with the values of their screen, each written as Python writes it, so that no typed text
becomes code.
"""

import ast
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub
from components.model.checkpoints.registry import LOCAL_PREFIX
from components.model.tokens.typed_masks import replace_typed_masks
from pages.parts.dequantized_code import dequantized_folder, with_dequantization
from pages.parts.rooms import Room

MARKER = "# Inputs: the page fills in your values here.\n"
CLONE = Path(__file__).parents[2]
_HOME = ("where", "revision")
_READING = threading.Lock()


@dataclass(frozen=True)
class _Value:
    """What a file begins with: the name or names that a value is given, and its lines, from 1."""

    target: str
    first: int
    last: int


@dataclass(frozen=True)
class _File:
    lines: tuple[str, ...]
    values: tuple[_Value, ...]


def _file(path: Path) -> _File:
    # Two threads that make syntax trees at once can end in a SystemError ("AST constructor recursion depth mismatch",
    # Python 3.11): one page in some three thousand did. And a page should not ask the disk at every word.
    with _READING:
        return _read(path)


@cache
def _read(path: Path) -> _File:
    text = path.read_text(encoding="utf-8")
    return _File(
        tuple(text.splitlines()),
        tuple(
            _Value(ast.unparse(node.targets[0]), node.lineno, node.end_lineno)
            for node in ast.parse(text).body
            if isinstance(node, ast.Assign) and node.end_lineno is not None
        ),
    )


def snippet(room: Room, name: str, model: ModelRecord | None = None, *, remark: str = "", **values: object) -> str:
    """The code of a file, with values of its own.

    Args:
        room: Whose file it is.
        name: The file, without its ending.
        model: What ``where`` and ``revision`` are of.
        remark: A line of comment above the values.
        values: By the names that the file gives them.

    Raises:
        LookupError: The file has no such value.
    """
    file = _file(room.folder / "snippets" / f"{name}.py")
    lines: list[str | None] = list(file.lines)
    wanted = dict(values)
    for value in file.values:
        if value.target in wanted:
            written = f"{value.target} = {_with_one_mask(wanted.pop(value.target))!r}"
        elif model is not None and value.target == f"({', '.join(_HOME)})":
            written, model = f"{', '.join(_HOME)} = {', '.join(map(repr, model_source(model)))}", None
        else:
            continue
        _, _, comment = file.lines[value.first - 1].partition("  # ")
        remainder = f"  # {comment}" if comment else ""
        # As many entries as before, since the numbers of later lines count on it; the rest are left out below.
        dropped = [None] * (value.last - value.first)
        lines[value.first - 1 : value.last] = [written + remainder, *dropped]
    if wanted or model is not None:
        raise LookupError(f"{room.key}/{name} does not ask for {sorted(wanted) or _HOME}")
    code = "\n".join(line for line in lines if line is not None) + "\n"
    return with_dequantization(code.replace(MARKER, f"# {remark}\n" if remark else ""), CLONE)


def _with_one_mask(value: object) -> object:
    """A value with every blank in its texts written "[MASK]": files replace that by the mask of their tokenizer."""
    match value:
        case str():
            return replace_typed_masks(value)
        case list():
            return [_with_one_mask(each) for each in value]
        case tuple():
            return tuple(_with_one_mask(each) for each in value)
        case _:
            return value


def model_source(model: ModelRecord) -> tuple[str, str | None]:
    """Where transformers finds a model, and at which revision if it is on the hub.

    Of a folder of the operator's only its name is said: where the server has it is nobody's business, and whoever runs
    the code has it elsewhere.
    """
    match model.home:
        case OnHub() as home:
            return home.repository, home.revision
        case InFolder() as home if home.folder.parent.name == "snapshots":  # of the hub's cache
            return model.name, home.folder.name
        case InFolder() as home:
            return model.id.removeprefix(LOCAL_PREFIX) if model.id.startswith(LOCAL_PREFIX) else home.folder.name, None
        case Bundled() as home:
            return repository_path(home.folder if home.weights is None else dequantized_folder(home.weights)), None


def repository_path(path: Path) -> str:
    """A path below the folder of this repository, as it is wherever somebody has that."""
    return str(path.relative_to(CLONE))
