"""Copied code says nothing about where the server has its files."""

import ast
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import model_record
from pages.parts import rooms, snippets
from pages.parts.rooms import Room
from pages.parts.snippets import model_source
from tests.components.waiting import LONG_ENOUGH
from tests.pages.conftest import APP, DISTILLATION, FILL, INPUT, MASKS, POSITIONS, SENSES, open_page
from tests.pages.notebook import run_code


def test_a_bundled_model_is_where_a_clone_has_it() -> None:
    where, revision = model_source(model_record(DEFAULT_MODEL))
    assert (where, revision) == ("cache/pocket/minilm", None)
    assert (APP.parent / where / "config.json").exists()


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("room", "mode"),
    [
        (FILL, "The blank"),
        (MASKS, "Encoder against decoder"),
        (POSITIONS, "Near and far"),
        (SENSES, "The map"),
        (DISTILLATION, "What the teacher was worth"),
        (INPUT, "Making a vocabulary"),
    ],
)
def test_no_code_holds_a_folder_of_the_server(room: str, mode: str) -> None:
    blocks = [block.value for block in open_page(room, mode=mode).code]
    assert blocks
    assert not any(str(APP.parent) in block for block in blocks)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("folder", "name", "revision"),
    [
        ("mine", "mine", None),
        ("my-run/checkpoint-500", "my-run/checkpoint-500", None),
        ("snapshots/0a1b", "snapshots/0a1b", None),
        ("models--owner--name/snapshots/0a1b", "owner/name", "0a1b"),
        ("a 'b' \"c\"\\nd", "a 'b' \"c\"\\nd", None),
    ],
)
def test_of_an_operators_folder_only_the_name_is_said_and_code_runs_once_the_path_is_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, name: str, revision: str | None
) -> None:
    shutil.copytree(APP.parent / "cache" / "pocket" / "bert", tmp_path / folder)
    monkeypatch.setenv("RIVERBANK_MODELS", str(tmp_path))
    (code,) = (block.value for block in open_page(FILL, model=f"local/{name}").code if "where, revision" in block.value)
    assert str(tmp_path) not in code
    (values,) = (
        ast.literal_eval(node.value)
        for node in ast.parse(code).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "(where, revision)"
    )
    if revision is not None:  # on the hub, too
        assert values == (name, revision)
        return
    assert values == (f"/path/to/{name}", None)
    (line,) = (line for line in code.splitlines() if line.startswith("where, revision"))
    assert "  # " in line
    assert run_code(code.replace("/path/to/", f"{tmp_path}/"))


def test_two_models_of_an_operator_are_placeholders_with_a_remark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("one", "two” 'lines' = 1")
    for folder in names:
        shutil.copytree(APP.parent / "cache" / "pocket" / "bert", tmp_path / folder)
    monkeypatch.setenv("RIVERBANK_MODELS", str(tmp_path))
    homes = [model_source(model_record(f"local/{name}")) for name in names]
    assert homes == [(f"/path/to/{name}", None) for name in names]
    (line,) = (
        line
        for line in snippets.snippet(rooms.DISTILLATION, "pair", homes=homes).splitlines()
        if line.startswith("homes = ")
    )
    assert "/path/to" in line.partition("  # ")[2]
    assert ast.literal_eval(line.removeprefix("homes = ")) == homes


def test_a_file_is_read_once_and_by_one_thread_at_a_time_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 makes a SystemError of two syntax trees that are made at once."""
    under_way, peak, read = 0, 0, 0
    real = ast.parse

    def watched(text: str) -> ast.Module:
        nonlocal under_way, peak, read
        under_way, read = under_way + 1, read + 1
        peak = max(peak, under_way)
        parsed = real(text)
        under_way -= 1
        return parsed

    monkeypatch.setattr(snippets, "ast", SimpleNamespace(parse=watched, unparse=ast.unparse, Assign=ast.Assign))
    snippets._read.cache_clear()
    together = threading.Barrier(16)

    def ask(number: int) -> str:
        together.wait(LONG_ENOUGH)
        return snippets.snippet(
            rooms.FILL, "blank", model_record(DEFAULT_MODEL), sentence=f"Sentence {number}.", masked=[]
        )

    with ThreadPoolExecutor(16) as threads:
        codes = list(threads.map(ask, range(16)))
    assert [f"Sentence {number}." in code for number, code in enumerate(codes)] == [True] * 16
    assert (read, peak) == (1, 1)


WITH_PARTS = [
    (room, file.stem)
    for room in rooms.ROOMS
    for file in sorted((room.folder / "snippets").glob("*.py"))
    if "# The part “" in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize(("room", "name"), WITH_PARTS, ids=lambda value: getattr(value, "key", value))
def test_a_program_has_its_parts_in_place_and_no_import_below_the_first_line_of_code(room: Room, name: str) -> None:
    code = snippets.snippet(room, name)
    assert "# The part" not in code
    body = [node for node in ast.parse(code).body if not isinstance(node, ast.Expr)]
    imports = [isinstance(node, ast.Import | ast.ImportFrom) for node in body]
    assert imports == sorted(imports, reverse=True)
    names = {name.asname or name.name for node in body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert names <= {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}, "an unused import"


def test_every_part_is_used() -> None:
    for room in rooms.ROOMS:
        programs = "".join(file.read_text(encoding="utf-8") for file in (room.folder / "snippets").glob("*.py"))
        for part in (room.folder / "snippets" / "parts").glob("*.py"):
            assert f"# The part “{part.stem}”." in programs, part
