"""Plain transformers code that computes again what a mode shows: files that run as they are, given the page's values.

A file below ``pages/<room>/snippets/`` begins with what is asked, a value a line, and runs on a bundled model. What a
visitor copies is the same file with the values of their screen, each written as Python writes it, so that no typed text
becomes code.
"""

import ast
from pathlib import Path

from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub
from pages.parts.earlier_code import with_earlier, written_folder
from pages.parts.rooms import Room

MARKER = "# What is asked: the page writes its own values here.\n"
CLONE = Path(__file__).parents[2]
_HOME = ("where", "revision")


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
    text = (room.folder / "snippets" / f"{name}.py").read_text(encoding="utf-8")
    source = text.splitlines()
    lines: list[str | None] = list(source)
    wanted = dict(values)
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign) or node.end_lineno is None:
            continue
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in wanted:
            written = f"{target.id} = {wanted.pop(target.id)!r}"
        elif model is not None and ast.unparse(target) == f"({', '.join(_HOME)})":
            written, model = f"{', '.join(_HOME)} = {', '.join(map(repr, home_of(model)))}", None
        else:
            continue
        _, _, comment = source[node.lineno - 1].partition("  # ")
        remainder = f"  # {comment}" if comment else ""
        # As many entries as before, since the numbers of later lines count on it; the rest are left out below.
        dropped = [None] * (node.end_lineno - node.lineno)
        lines[node.lineno - 1 : node.end_lineno] = [written + remainder, *dropped]
    if wanted or model is not None:
        raise LookupError(f"{room.key}/{name} does not ask for {sorted(wanted) or _HOME}")
    code = "\n".join(line for line in lines if line is not None) + "\n"
    return with_earlier(code.replace(MARKER, f"# {remark}\n" if remark else ""), CLONE)


def home_of(model: ModelRecord) -> tuple[str, str | None]:
    """Where transformers finds a model, and at which revision if it is on the hub.

    Of a folder of the operator's only its name is said: where the server has it is nobody's business, and whoever runs
    the code has it elsewhere.
    """
    match model.home:
        case OnHub() as home:
            return home.repository, home.revision
        case InFolder() as home:
            return home.folder.name, None
        case Bundled() as home:
            return in_a_clone(home.folder if home.weights is None else written_folder(home.weights)), None


def in_a_clone(path: Path) -> str:
    """A path below the folder of this repository, as it is wherever somebody has that."""
    return str(path.relative_to(CLONE))
