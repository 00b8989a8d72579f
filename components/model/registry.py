"""The models Riverbank knows: an allow-list of typed records.

A model is named by its id everywhere: in links, in caches, on the screen. An id that is not in this list is refused
before anything is opened, so no typed text ever becomes a path or a download.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from components.model.catalogue import MODELS
from components.model.records import InFolder, ModelRecord, Role
from components.model.refusal import ModelUnavailable

LOCAL_FOLDER_VARIABLE = "RIVERBANK_MODELS"
QUOTED_CHARACTERS = 60
CONFIG_BYTES = 1_000_000  # a config.json is a few kilobytes: a far larger file is something else


def known_models(environment: Mapping[str, str] = os.environ) -> tuple[ModelRecord, ...]:
    """:data:`MODELS`, then those in the folder that the operator named by ``RIVERBANK_MODELS``."""
    named = environment.get(LOCAL_FOLDER_VARIABLE)
    return MODELS + (tuple(_local_models(Path(named))) if named else ())


def record(model_id: str, environment: Mapping[str, str] = os.environ) -> ModelRecord:
    """The record with this id.

    Raises:
        ModelUnavailable: No model has this id.
    """
    for known in known_models(environment):
        if known.id == model_id:
            return known
    quoted = model_id if len(model_id) <= QUOTED_CHARACTERS else model_id[: QUOTED_CHARACTERS - 1] + "…"
    raise ModelUnavailable(f"There is no model called “{quoted}” here. Choose one from the list.")


def _local_models(root: Path) -> Iterator[ModelRecord]:
    try:
        root = root.resolve()
        folders = sorted(folder for folder in root.iterdir() if folder.is_dir())
    except (OSError, RuntimeError):  # RuntimeError: a loop of links
        return
    for folder in folders:
        found = _local_model(root, folder)
        if found is not None:
            yield found


def _local_model(root: Path, folder: Path) -> ModelRecord | None:
    try:
        files = {file.name: file for file in folder.iterdir()}
        inside = all(path.resolve().is_relative_to(root) for path in (folder, *files.values()))
        if not inside or not any(name.endswith(".safetensors") for name in files):
            return None
        if files["config.json"].stat().st_size > CONFIG_BYTES:
            return None
        config = json.loads(files["config.json"].read_text(encoding="utf-8"))
        role, family = _role(str(config["architectures"][0])), str(config["model_type"])
    except (OSError, ValueError, LookupError, TypeError, RuntimeError):
        return None  # half-copied, unreadable or not a model: the operator's other models still work
    if role is None:
        return None
    return ModelRecord(
        id=f"local/{folder.name}",
        name=folder.name,
        family=family,
        role=role,
        home=InFolder(folder),
        parameters=None,
        licence="not stated",
        about="A model from the operator's folder.",
    )


def _role(architecture: str) -> Role | None:
    if architecture.endswith(("ForMaskedLM", "ForPreTraining")):
        return Role.MASKED
    if architecture.endswith(("LMHeadModel", "LMHead", "ForCausalLM")):
        return Role.CAUSAL
    if architecture.endswith("ForSequenceClassification"):
        return Role.CLASSIFIER
    return None
