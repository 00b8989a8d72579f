"""What docstrings name exists: parameters, attributes, and whatever a reference leads to."""

import ast
import re
from collections.abc import Iterator

from tests.test_names import ROOT, TREES, _bound_names, _sources

SECTION = re.compile(r"^( *)(?:Args|Attributes):\n((?:\1 +.*\n|\n)*)", re.MULTILINE)
ENTRY = re.compile(r"^ {4}\*{0,2}(\w+): ", re.MULTILINE)
SHAPE = re.compile(r"\*Shape:\* (``.+?)(?:\n\n|\Z)", re.DOTALL)
REFERENCE = re.compile(r":\w+:`~?([\w.]+)`")
CONSTANT = re.compile(r"``((?:[A-Z]\w+\.)?[A-Z][A-Z_]{2,})``")
OUTSIDE = {"HF_ENDPOINT"}  # read by huggingface_hub
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

MODULES = [(file, [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]) for file in _sources()]
NAMES = {
    file: {
        *(name for name, _ in _bound_names(nodes)),
        *(node.name for node in nodes if isinstance(node, ast.alias)),
        *(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)),
    }
    for file, nodes in MODULES
}
ANYWHERE = set().union(*NAMES.values(), OUTSIDE, *({file.stem, file.parent.name} for file in NAMES))
DOCSTRINGS = [
    (file, node, f"{text}\n")
    for file, nodes in MODULES
    for node in nodes
    if isinstance(node, Documented) and (text := ast.get_docstring(node))
]


def _described(node: Documented, text: str) -> Iterator[str]:
    for indent, entries in SECTION.findall(text):
        yield from ENTRY.findall(re.sub(rf"^{indent}", "", entries, flags=re.MULTILINE))
    for shapes in SHAPE.findall(text) if isinstance(node, ast.ClassDef) else ():
        yield from re.findall(r"``(\w+)``", shapes)


def test_parameters_and_attributes_that_are_documented_exist() -> None:
    unknown = [
        f"{file.relative_to(ROOT)}: {name}"
        for file, node, text in DOCSTRINGS
        for name in _described(node, text)
        if name not in {name for name, _ in _bound_names(ast.walk(getattr(node, "args", node)))}
    ]
    assert not unknown, "\n".join(unknown)


def test_every_reference_leads_somewhere() -> None:
    targets = [
        (file, target, pattern is REFERENCE and "." not in target)
        for file, _, text in DOCSTRINGS
        for pattern in (REFERENCE, CONSTANT)
        for target in pattern.findall(text)
        if "." not in target or target.split(".")[0] in TREES or target[0].isupper()  # and not of a library
    ]
    dead = [
        f"{file.relative_to(ROOT)}: {target}"
        for file, target, is_local in targets
        if target.rpartition(".")[2] not in (NAMES[file] if is_local else ANYWHERE)
    ]
    assert not dead, "\n".join(dead)
