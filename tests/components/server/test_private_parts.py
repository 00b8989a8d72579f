"""What the app replaces in its libraries is as it was, and a change of a library is told in a sentence."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from components.server import private_parts
from components.server.private_parts import PRIVATE_PARTS, PrivatePart, changed_parts

ROOT = Path(__file__).parents[3]


def test_the_libraries_are_as_they_were_when_their_parts_were_replaced() -> None:
    program = (
        "import json; from components.server.private_parts import changed_parts; print(json.dumps(changed_parts()))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def changes(monkeypatch: pytest.MonkeyPatch, place: str, parameters: str) -> list[str]:
    part = PrivatePart("a test", "some.module", {place: parameters}, "none")
    monkeypatch.setattr(private_parts, "PRIVATE_PARTS", (part,))
    return changed_parts()


@pytest.mark.parametrize("place", ["no_such_module:f", "json:f", "json:JSONEncoder.f", "json:nobody.encode"])
def test_what_is_gone_is_told_with_its_place_and_who_replaces_it(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = changes(monkeypatch, place, "self o")
    assert place in sentence
    assert "some.module" in sentence


def test_another_signature_is_told_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    place = "json:JSONEncoder.encode"
    assert changes(monkeypatch, place, "self o") == []
    (sentence,) = changes(monkeypatch, place, "self o indent")
    assert "(self o)" in sentence
    assert "(self o indent)" in sentence


@pytest.mark.parametrize("part", PRIVATE_PARTS, ids=lambda part: part.name)
def test_each_is_replaced_by_the_module_that_it_names(part: PrivatePart) -> None:
    source = ROOT.joinpath(*part.module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    names = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    names |= {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)} & {"new_event_loop"}
    names |= {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    assert {place.rpartition(":")[2].rpartition(".")[2] for place in part.places} <= names
