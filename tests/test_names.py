"""Names in code say what a value is, with the words of the field, and a class can be found by its name alone."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREES = ("app.py", "launch.py", "pages", "components", "cache", "training", "benchmarks", "tests")
# Names that say how a value came about, or nothing: say what it holds.
BANNED = {
    *("found", "said", "told", "kept", "seen", "asked"),
    *("own", "usual", "most", "one", "at", "there", "beforehand"),
}


def _sources() -> Iterator[Path]:
    for tree in TREES:
        path = ROOT / tree
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            if "snippets" not in file.parts:  # what visitors copy is written to be read on its own
                yield file


def _bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name bound in a module, with its line: variables, parameters, fields, functions, classes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name, node.lineno


def test_no_banned_name_comes_back() -> None:
    banned = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in _sources()
        for name, line in _bound_names(ast.parse(file.read_text(encoding="utf-8")))
        if name in BANNED
    ]
    assert not banned, "\n".join(banned)


def test_public_class_names_exist_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in _sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    repeated = {name: lines for name, lines in places.items() if len(lines) > 1}
    assert not repeated, repeated


def test_the_reader_of_names_reads_every_way_to_bind_one() -> None:
    code = """
import os as found
def said(told, *, own=1): kept = usual = 2
class seen: asked: int = 0
try: pass
except ValueError as there: pass
for most in (): pass
match 1:
    case one: pass
x.at = [beforehand for beforehand in ()]
"""
    assert {name for name, _ in _bound_names(ast.parse(code))} >= BANNED
    assert not {name for name, _ in _bound_names(ast.parse("print(found, x.at, f(one=1))"))} & BANNED
