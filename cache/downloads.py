"""Which models there are, one desk for downloads and one probe of the hub: shared by all visitors of a process.

Looking at the folders of twenty models takes longer than drawing a page, so what was found is kept for some seconds.
"""

import os

import streamlit as st

from components.model.checkpoints.availability import Availability, HubProbe, Reach, availability
from components.model.checkpoints.download import DownloadManager
from components.model.checkpoints.folders.operators_models import SkippedFolder
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE, known_models, skipped_folders

FRESH_S = 5.0


@st.cache_resource(max_entries=1, show_spinner=False)
def download_desk() -> DownloadManager:
    """Every download of this process."""
    return DownloadManager()


@st.cache_resource(max_entries=1, show_spinner=False)
def hub_probe() -> HubProbe:
    """Whether the hub answers. Making it connects to nothing."""
    return HubProbe()


def listed_models() -> tuple[ModelRecord, ...]:
    """The models that ship, those of the hub, and the operator's, as of some seconds ago."""
    return _listed(os.environ.get(LOCAL_FOLDER_VARIABLE, ""))[0]


def unlisted_folders() -> tuple[SkippedFolder, ...]:
    """The operator's folders that are none of them, as of some seconds ago."""
    return _listed(os.environ.get(LOCAL_FOLDER_VARIABLE, ""))[1]


def where_they_are() -> dict[str, Availability]:
    """What using each listed model would take, by its id, as of some seconds ago."""
    return _availabilities(hub_probe().last, os.environ.get(LOCAL_FOLDER_VARIABLE, ""))


def where_it_is_now(model: ModelRecord) -> Availability:
    """What using a model would take; asks the disk."""
    return availability(model, hub_probe().last, downloads=download_desk().folder)


def look_again() -> None:
    """Forget where the models were: one of them has just come."""
    _availabilities.clear()


@st.cache_resource(ttl=FRESH_S, max_entries=4, show_spinner=False)
def _listed(folder: str) -> tuple[tuple[ModelRecord, ...], tuple[SkippedFolder, ...]]:
    environment = {LOCAL_FOLDER_VARIABLE: folder}
    return known_models(environment), skipped_folders(environment)


@st.cache_resource(ttl=FRESH_S, max_entries=8, show_spinner=False)
def _availabilities(reach: Reach, folder: str) -> dict[str, Availability]:
    downloads = download_desk().folder
    return {model.id: availability(model, reach, downloads=downloads) for model in _listed(folder)[0]}
