"""Command lines: what a script reads from its arguments is an option that it has."""

import ast
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
    """The names under which argparse stores what is typed."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument"
    ]
    names = set()
    for call in calls:
        named = [
            word.value.value for word in call.keywords if word.arg == "dest" and isinstance(word.value, ast.Constant)
        ]
        flags = [flag.value for flag in call.args if isinstance(flag, ast.Constant)]
        names.add(str(named[0]) if named else str(flags[-1]).lstrip("-").replace("-", "_"))
    return names


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
