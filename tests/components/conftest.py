import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from altair.utils import schemapi

from components.model.checkpoints.device import Device
from components.model.checkpoints.download import DownloadManager
from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import InFolder, ModelRecord
from tests.components.model.checkpoints.small_downloads import MODEL, Setup
from tests.components.small_models import FAMILIES, saved
from tests.hub_server import hub_server

# Of the small models, one of each design; `launch.py test --all` runs the same tests on the others as well.
QUICK_FAMILIES = ("bert", "roberta", "albert", "modernbert", "gpt2")
CPU = Device("cpu", "a processor")
Opener = Callable[..., OpenModel]
Randomised = Callable[[str], OpenModel]


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a test repeats for further families ``thorough``."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent) and isinstance(item, pytest.Function):
            family = item.callspec.params.get("family") if hasattr(item, "callspec") else None
            if family in FAMILIES and family not in QUICK_FAMILIES:
                item.add_marker("thorough")


def folder_of(record: ModelRecord) -> Path:
    assert isinstance(record.home, InFolder)
    return record.home.folder


@pytest.fixture(autouse=True)
def _charts_are_checked_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app checks a chart as a whole; here, where charts are made, each part is checked as it is made."""
    monkeypatch.setattr(schemapi, "DEBUG_MODE", True)


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opener:
    """Opens a small model of a family, for a purpose."""
    loader = Loader(folder_of, capacity=20)
    records: dict[str, ModelRecord] = {}

    def open_small(family: str = "bert", purpose: Purpose = Purpose.PREDICT) -> OpenModel:
        if family not in records:
            records[family] = saved(family, tmp_path_factory.mktemp(family))
        return loader.open(records[family], purpose)

    return open_small


@pytest.fixture(scope="session")
def randomised(opened: Opener) -> Randomised:
    """Opens a small model whose every weight matters: no bias is zero and no norm is one, as before training."""
    models: dict[str, OpenModel] = {}

    def open_randomised(family: str) -> OpenModel:
        if family not in models:
            plain = opened(family)
            model = copy.deepcopy(plain.model)
            generator = torch.Generator().manual_seed(7)
            with torch.no_grad():
                for name, weights in model.named_parameters():
                    if "embed_positions" not in name:
                        weights += 0.2 * torch.randn(weights.shape, generator=generator)
            models[family] = replace(plain, model=model, head=vocabulary_head(model), compiling=None)
        return models[family]

    return open_randomised


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModelRecord]:
    return {family: saved(family, tmp_path_factory.mktemp(f"whole-{family}")) for family in FAMILIES}


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Setup]:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    with hub_server() as hub:
        yield Setup(hub, tmp_path, DownloadManager(tmp_path, endpoint=hub.endpoint).download(MODEL))
