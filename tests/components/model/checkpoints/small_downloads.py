"""A tiny model on a hub of this machine, and its download run to the end."""

from pathlib import Path
from typing import NamedTuple

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.download import Download, DownloadState
from components.model.checkpoints.records import ModelRecord, OnHub, Role
from tests.components.waiting import until
from tests.hub_server import REPOSITORY, REVISION, SERVED, HubServer, tiny_files

MODEL = ModelRecord(
    id="tiny",
    name="Tiny",
    family="BERT",
    role=Role.MASKED,
    home=OnHub(REPOSITORY, REVISION, 400_000),
    parameters=None,
    licence="none",
    about="",
)
WHOLE = len(tiny_files()[SERVED])


class Setup(NamedTuple):
    hub: HubServer
    root: Path
    download: Download

    @property
    def visible(self) -> Path | None:
        return weights_folder(MODEL, downloads=self.root, hub_cache=self.root / "no-cache")


def ended(download: Download) -> DownloadState:
    until(lambda: not download.latest.active)
    return download.latest


def run(download: Download) -> DownloadState:
    download.start()
    return ended(download)
