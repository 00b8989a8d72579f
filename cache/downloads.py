"""The listed models, their downloads and the probe of the hub, shared by all visitors of a process.

Checking the folders of twenty models takes longer than drawing a page, so the results are cached for some seconds.
"""

import os
import time

from cache.sized_cache import share_results
from components.model.checkpoints.availability import Availability, HubProbe, Reach, availability
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.download import DownloadManager
from components.model.checkpoints.folders.operators_models import SkippedFolder
from components.model.checkpoints.folders.trials import TRIALS
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE, folder_entries

FRESH_S = 5.0


@share_results(1)
def download_manager() -> DownloadManager:
    """The downloads of this process."""
    return DownloadManager()


@share_results(1)
def hub_probe() -> HubProbe:
    """The probe of the hub. Creating it does not connect."""
    return HubProbe()


def listed_models() -> tuple[ModelRecord, ...]:
    """The bundled models, those of the hub, and the operator's, as of some seconds ago."""
    return _listed(os.environ.get(LOCAL_FOLDER_VARIABLE, ""))[0]


def unlisted_folders() -> tuple[SkippedFolder, ...]:
    """The operator's folders without a usable model, as of some seconds ago."""
    return _listed(os.environ.get(LOCAL_FOLDER_VARIABLE, ""))[1]


def availabilities() -> dict[str, Availability]:
    """The availability of each listed model, by its id, as of some seconds ago."""
    return _availabilities(hub_probe().last, os.environ.get(LOCAL_FOLDER_VARIABLE, ""))


def current_availability(model: ModelRecord) -> Availability:
    """The current availability of a model; reads the disk."""
    return availability(model, hub_probe().last, downloads=download_manager().folder)


def clear_availabilities() -> None:
    """Clear the cached availabilities, after a download."""
    _availabilities.clear()


def _now(*arguments: object) -> tuple[object, ...]:
    """What stands for a call in the cache for some seconds."""
    return (*arguments, time.monotonic() // FRESH_S)


@share_results(4, by=_now)
def _listed(folder: str) -> tuple[tuple[ModelRecord, ...], tuple[SkippedFolder, ...]]:
    entries = tuple(folder_entries({LOCAL_FOLDER_VARIABLE: folder}))
    models = [each for each in entries if isinstance(each, ModelRecord)]
    # A model that is still being tried is listed: opening it tries it, too, and says what is wrong.
    reasons = TRIALS.known(models)
    skipped = [each for each in entries if isinstance(each, SkippedFolder)]
    skipped += [SkippedFolder(model.name, reason) for model in models if (reason := reasons.get(model.id))]
    return (*MODELS, *(model for model in models if not reasons.get(model.id))), tuple(skipped)


@share_results(8, by=_now)
def _availabilities(reach: Reach, folder: str) -> dict[str, Availability]:
    downloads = download_manager().folder
    return {model.id: availability(model, reach, downloads=downloads) for model in _listed(folder)[0]}
