"""Models that visitors have trained on this server: there as long as their weights are kept, and in no list.

A link names one by what it was trained with, so the same run after a restart has the same name, and weights.
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
    """What the model that comes out of a run is called.

    Args:
        model_id: What was trained.
        run: All that decides the outcome, as text.
    """
    return f"{PREFIX}{model_id.replace('/', '-')}-{sha256(run.encode('utf-8')).hexdigest()[:_DIGITS]}"


def register_finetuned(model: ModelRecord, run: str, folder: Path, about: str) -> ModelRecord:
    """Have a trained model found by its name; the record that it is found as.

    Args:
        model: What was trained.
        run: All that decided the outcome.
        folder: Where the weights are.
        about: What it learned, in a sentence.
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
    """Have a model found no more whose weights are taken away."""
    with _LOCK:
        for model_id in [each.id for each in _TAUGHT.values() if each.home == InFolder(folder)]:
            del _TAUGHT[model_id]


def finetuned_models() -> tuple[ModelRecord, ...]:
    """The models that were trained here."""
    with _LOCK:
        return tuple(_TAUGHT.values())
