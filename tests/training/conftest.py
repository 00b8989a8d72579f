"""What trainings in tests have in common: one thread, and a place for what they make."""

import shutil
from pathlib import Path

import pytest
import torch

from components.model.checkpoints.catalogue import POCKET_FOLDER
from tests.training.small_text import paragraphs, write_corpus
from training.member_run import RunFolders


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever changes no training need not wait for one."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolders:
    """A small corpus and supplement, and room for what is made of them."""
    for name in ("corpus", "pocket"):
        (tmp_path / name).mkdir()
    write_corpus(tmp_path / "corpus", files=3, count=400)
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "pocket" / "bert")  # whose tokenizer the others use
    monkeypatch.setattr("training.corpus.DOCUMENT_CHARACTERS", 2000)
    monkeypatch.setattr("training.corpus.HELD_OUT_EVERY", 4)
    monkeypatch.setattr("training.supplement.sentences", lambda seed: iter(paragraphs(seed + 9, 300)))
    return RunFolders(corpus=tmp_path / "corpus", runs=tmp_path / "runs", pocket=tmp_path / "pocket")
