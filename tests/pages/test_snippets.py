"""Copied code says nothing about where the server has its files."""

from pathlib import Path

import pytest

from components.model.checkpoints.catalogue import FIRST_MODEL
from components.model.checkpoints.registry import record
from pages.parts.snippets import home_of, in_a_clone
from tests.pages.conftest import APP, ATTENTION, DISTILLATION, FILL, MASKS, POSITIONS, SENSES, opened


def test_a_bundled_model_is_where_a_clone_has_it() -> None:
    where, revision = home_of(record(FIRST_MODEL))
    assert (where, revision) == ("cache/pocket/minilm", None)
    assert (APP.parent / where / "config.json").exists()
    assert in_a_clone(Path("/elsewhere/model")) == "/elsewhere/model"


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
    ],
)
def test_no_code_holds_a_folder_of_the_server(room: str, mode: str) -> None:
    blocks = [block.value for block in opened(room, mode=mode).code]
    assert blocks
    assert not any(str(APP.parent) in block for block in blocks)
