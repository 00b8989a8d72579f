"""The registry of models: an allow-list of records.

Links, caches and pages identify a model by its id. An id that is not registered is rejected before anything is opened,
so text from a visitor never becomes a path or a download.
"""

import os
from collections.abc import Iterator, Mapping

from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.finetuned import finetuned_models
from components.model.checkpoints.folders.operators_models import SkippedFolder, operators_models
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.unlisted import UNLISTED
from components.model.user_errors import ModelUnavailable

LOCAL_FOLDER_VARIABLE = "RIVERBANK_MODELS"
LOCAL_PREFIX = "local/"
QUOTED_CHARACTERS = 60


def known_models(environment: Mapping[str, str] = os.environ) -> tuple[ModelRecord, ...]:
    """The models that lists show: :data:`MODELS`, then those in the operator's folder (``RIVERBANK_MODELS``)."""
    return MODELS + tuple(_local_models(environment))


def folder_entries(environment: Mapping[str, str] = os.environ) -> Iterator[ModelRecord | SkippedFolder]:
    """The models in the operator's folder, and the folders without a usable model, each with the reason."""
    path = environment.get(LOCAL_FOLDER_VARIABLE)
    names = [model.name for model in MODELS]
    return operators_models(path, LOCAL_FOLDER_VARIABLE, names) if path else iter(())


def model_record(model_id: str, environment: Mapping[str, str] = os.environ) -> ModelRecord:
    """The record with this id.

    Raises:
        ModelUnavailable: No model has this id.
    """
    # The operator's folder is read only for ids of models in it.
    for known in (
        _local_models(environment) if model_id.startswith(LOCAL_PREFIX) else (*MODELS, *UNLISTED, *finetuned_models())
    ):
        if known.id == model_id:
            return known
    quoted = model_id if len(model_id) <= QUOTED_CHARACTERS else model_id[: QUOTED_CHARACTERS - 1] + "…"
    raise ModelUnavailable(f"There is no model called “{quoted}” here. Choose one from the list.")


def _local_models(environment: Mapping[str, str]) -> Iterator[ModelRecord]:
    return (each for each in folder_entries(environment) if isinstance(each, ModelRecord))
