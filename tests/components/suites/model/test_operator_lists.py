"""The operator's lists are files in a folder, by name; a name from a visitor never becomes a path."""

from pathlib import Path

import pytest

from components.model.lists.operator_folder import FOLDER_VARIABLE
from components.suites.model import operator_lists as module
from components.suites.model.operator_lists import operator_lists
from components.suites.model.readers import read_pairs
from tests.components.suites.model.test_readers import SUITES, with_suites


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    suites = tmp_path / "suites"
    (suites / "mine" / "deeper").mkdir(parents=True)
    for name in ("a.tsv", "mine/b.JSONL", "mine/deeper/c.tsv", "README.md", "mine/weights.bin"):
        (suites / name).write_text("Dogs bark.\tDogs barks.\n", encoding="utf-8")
    (tmp_path / "outside.tsv").write_text("Dogs bark.\tDogs barks.\n", encoding="utf-8")
    return tmp_path


def test_lists_are_named_by_folder_and_file(folder: Path) -> None:
    lists = operator_lists({FOLDER_VARIABLE: str(folder)})
    assert lists == {"a.tsv": folder / "suites" / "a.tsv", "mine/b.JSONL": folder / "suites" / "mine" / "b.JSONL"}
    assert all(read_pairs(file.read_bytes()) for file in lists.values())


def test_what_is_too_large_is_not_offered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BYTES_LIMIT", 10)
    assert operator_lists({FOLDER_VARIABLE: str(folder)}) == {}


@pytest.mark.parametrize("named", [None, "", "nowhere"])
def test_without_a_folder_there_are_none(named: str | None, tmp_path: Path) -> None:
    environment = {} if named is None else {FOLDER_VARIABLE: named and str(tmp_path / named)}
    assert operator_lists(environment) == {}


@with_suites
def test_the_shared_suites_are_offered() -> None:
    assert SUITES is not None
    lists = operator_lists({FOLDER_VARIABLE: str(SUITES.parent)})
    assert {"blimp/adjunct_island.jsonl", "ettinger/NEG-136-SIMP.tsv", "goldberg/generated.tab"} <= set(lists)
