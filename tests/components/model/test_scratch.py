"""Scratch folders go with their process, and with the next one where it was ended by force."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from components.model.scratch import LOCK, ScratchFolder, remove_leftovers

PREFIX = "riverbank-test-"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_it_is_there_until_it_is_cleaned_up() -> None:
    scratch = ScratchFolder(PREFIX)
    (scratch.path / "weights").touch()
    scratch.cleanup()
    assert not scratch.path.exists()


def test_leftovers_are_removed_and_nothing_else(tmp_path: Path) -> None:
    left, foreign = tmp_path / f"{PREFIX}left", tmp_path / f"{PREFIX}foreign"
    for folder in (left, foreign):
        folder.mkdir()
        (folder / "weights").touch()
    (left / LOCK).touch()
    in_use = ScratchFolder(PREFIX)
    remove_leftovers(PREFIX)
    assert not left.exists()
    assert foreign.exists()
    assert in_use.path.exists()
    in_use.cleanup()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_what_a_process_that_was_killed_left_is_removed_by_the_next(tmp_path: Path) -> None:
    code = (
        f"import os, signal, tempfile; tempfile.tempdir = {str(tmp_path)!r}\n"
        "from components.model.scratch import ScratchFolder\n"
        f"scratch = ScratchFolder({PREFIX!r}); (scratch.path / 'weights').touch(); print(scratch.path, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=root)
    left = Path(done.stdout.strip())
    assert left.is_dir()
    ScratchFolder(PREFIX).cleanup()
    assert not left.exists()
