"""Names in code say what a value is, with the words of the field, and a class can be found by its name alone."""

import ast
import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.script_names import declared_names

ROOT = Path(__file__).parents[1]
TREES = ("app.py", "launch.py", "pages", "components", "cache", "riverbank", "training", "benchmarks", "tests")
# Names that say how a value came about, or nothing: say what it holds.
BANNED = {
    *("found", "said", "told", "kept", "seen", "asked"),
    *("own", "usual", "most", "one", "at", "there", "beforehand"),
}


def _sources() -> Iterator[Path]:
    for tree in TREES:
        path = ROOT / tree
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def _bound_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Every name bound by the nodes of a module, with its line: variables, parameters, fields, functions, classes."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name, node.lineno


def _scripts() -> Iterator[Path]:
    for tree in ("components", "pages", "tests"):
        scripts = sorted((ROOT / tree).rglob("*.js"))
        yield from (path for path in scripts if not path.name.endswith(".min.js"))  # d3, which others wrote


@functools.cache
def _names_and_classes(file: Path) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The banned names and the public classes of a file, with their lines: a syntax tree is made and walked once."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    classes = [(node.name, node.lineno) for node in nodes if isinstance(node, ast.ClassDef)]
    banned = [(name, line) for name, line in _bound_names(nodes) if name in BANNED]
    return banned, [(name, line) for name, line in classes if not name.startswith("_")]


def test_no_banned_name_comes_back() -> None:
    banned = [
        f"{file.relative_to(ROOT)}:{line}: {name}" for file in _sources() for name, line in _names_and_classes(file)[0]
    ]
    assert not banned, "\n".join(banned)


def test_no_banned_name_comes_back_in_the_browsers_scripts() -> None:
    banned = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in _scripts()
        for name, line in declared_names(file.read_text(encoding="utf-8"))
        if name in BANNED
    ]
    assert not banned, "\n".join(banned)


def test_public_class_names_exist_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in _sources():
        for name, line in _names_and_classes(file)[1]:
            places[name].append(f"{file.relative_to(ROOT)}:{line}")
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
    assert {name for name, _ in _bound_names(ast.walk(ast.parse(code)))} >= BANNED
    assert not {name for name, _ in _bound_names(ast.walk(ast.parse("print(found, x.at, f(one=1))")))} & BANNED


def test_the_reader_of_scripts_reads_every_way_to_declare_a_name() -> None:
    code = r"""
/** one */ // said
import { most } from "./told.js";
const found = 1, { a: said, told = kept(own) } = x, [asked, ...usual] = y;
let there;
function seen(own, { most = [1] }) { return at.one / 2 / kept; }
class beforehand { at(kept) {} }
const f = (one) => one.at(0).replace(/["'`/(]/g, "found"), g = async at => at;
try {} catch (error) {}
"""
    names = {name for name, _ in declared_names(code)}
    assert names >= BANNED - {"at"} | {"f", "at", "error"}
    uses = "view.told = { kept: 1, own }; if (seen) { one(most); } for (; asked; ) {} x ? said : usual; there(`found`)"
    assert not {name for name, _ in declared_names(uses)} & BANNED
