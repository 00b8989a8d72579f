"""Copied code says nothing about where the server has its files."""

import shutil
from pathlib import Path

import pytest

from components.model.checkpoints.catalogue import FIRST_MODEL
from components.model.checkpoints.registry import record
from pages.parts.snippets import home_of
from tests.pages.conftest import APP, ATTENTION, DISTILLATION, FILL, INPUT, MASKS, POSITIONS, SENSES, opened


def test_a_bundled_model_is_where_a_clone_has_it() -> None:
    where, revision = home_of(record(FIRST_MODEL))
    assert (where, revision) == ("cache/pocket/minilm", None)
    assert (APP.parent / where / "config.json").exists()


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("room", "mode"),
    [
        (FILL, "The blank"),
        (FILL, "Two models"),
        (ATTENTION, "What heads do"),
        (MASKS, "What it does to prediction"),
        (POSITIONS, "The four panels"),
        (SENSES, "The map"),
        (DISTILLATION, "What the teacher was worth"),
        (INPUT, "Making a vocabulary"),
    ],
)
def test_no_code_holds_a_folder_of_the_server(room: str, mode: str) -> None:
    blocks = [block.value for block in opened(room, mode=mode).code]
    assert blocks
    assert not any(str(APP.parent) in block for block in blocks)


@pytest.mark.usefixtures("ready")
def test_of_an_operators_folder_only_the_name_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(APP.parent / "cache" / "pocket" / "bert", tmp_path / "mine")
    monkeypatch.setenv("RIVERBANK_MODELS", str(tmp_path))
    blocks = [block.value for block in opened(FILL, model="local/mine").code]
    assert any("where, revision = 'mine', None" in block for block in blocks)
    assert not any(str(tmp_path) in block for block in blocks)
