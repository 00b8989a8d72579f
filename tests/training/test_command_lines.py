"""Command lines: what a script reads from its arguments is an option that it has."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = [
    path
    for folder in ("training", "benchmarks", "cache")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "add_argument(" in path.read_text(encoding="utf-8")
]


def options(tree: ast.AST) -> set[str]:
    """The names under which argparse stores what is typed, in the script or by functions that it imports for this."""
    names = set().union(*(options(function) for function in _imported_functions(tree)))
    for call in _calls(tree, "add_argument"):
        named = [
            word.value.value for word in call.keywords if word.arg == "dest" and isinstance(word.value, ast.Constant)
        ]
        flags = [flag.value for flag in call.args if isinstance(flag, ast.Constant)]
        names.add(str(named[0]) if named else str(flags[-1]).lstrip("-").replace("-", "_"))
    return names


def _calls(tree: ast.AST, method: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
            yield node


def _imported_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Functions of this project that are imported and called with a parser."""
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and any(isinstance(argument, ast.Name) and argument.id == "parser" for argument in node.args)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not called & {name.name for name in node.names}:
            continue
        module = ast.parse((ROOT / f"{str(node.module).replace('.', '/')}.py").read_text(encoding="utf-8"))
        yield from (each for each in module.body if isinstance(each, ast.FunctionDef) and each.name in called)


def test_an_option_that_is_written_elsewhere_counts_and_a_name_without_one_does_not() -> None:
    script = ast.parse("from training.pretrain import add_time_limit\nadd_time_limit(parser)\narguments.until")
    assert options(script) == {"until"}
    assert options(ast.parse("from training.pretrain import add_time_limit")) == set()


def test_there_are_scripts_with_options() -> None:
    assert len(SCRIPTS) >= 3


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_script_reads_only_options_that_it_has(script: Path) -> None:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "arguments"
    }
    assert read <= options(tree)
