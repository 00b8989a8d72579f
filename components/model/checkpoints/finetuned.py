"""Models that visitors fine-tuned on this server: available while their weights are on disk; not listed.

The id is a hash of everything that the result depends on, so the same run after a restart has the same id and weights.
"""

import threading
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from components.model.checkpoints.records import InFolder, ModelRecord

PREFIX = "taught/"
_DIGITS = 10
_LOCK = threading.Lock()
_TAUGHT: dict[str, ModelRecord] = {}


def finetuned_id(model_id: str, run: str) -> str:
    """The id of the model that results from a run.

    Args:
        model_id: The base model.
        run: Everything that the result depends on, as text.
    """
    return f"{PREFIX}{model_id.replace('/', '-')}-{sha256(run.encode('utf-8')).hexdigest()[:_DIGITS]}"


def register_finetuned(model: ModelRecord, run: str, folder: Path, about: str) -> ModelRecord:
    """Register a fine-tuned model. Returns its record.

    Args:
        model: The base model.
        run: Everything that the result depends on, as text.
        folder: The folder of the weights.
        about: One sentence on what it learned.
    """
    known = replace(
        model,
        id=finetuned_id(model.id, run),
        name=f"{model.name}, fine-tuned here",
        home=InFolder(folder),
        about=about,
    )
    with _LOCK:
        _TAUGHT[known.id] = known
    return known


def unregister_finetuned(folder: Path) -> None:
    """Remove the models with weights in ``folder`` from the registry."""
    with _LOCK:
        for model_id in [each.id for each in _TAUGHT.values() if each.home == InFolder(folder)]:
            del _TAUGHT[model_id]


def finetuned_models() -> tuple[ModelRecord, ...]:
    """The records of all registered fine-tuned models."""
    with _LOCK:
        return tuple(_TAUGHT.values())
