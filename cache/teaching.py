"""Cached results of the room “Fine-tuning”, and its training queue, lists and fine-tuned models."""

import atexit
import json
from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import RECORDED_FOLDERS
from components.model.lists.datasets import LabelledDataset
from components.teaching.model.dataset_lookup import film_reviews_folder, find_dataset
from components.teaching.model.plan import ClassifierPooling
from components.teaching.model.training_queue import TrainingQueue

if TYPE_CHECKING:
    import torch

    from components.model.checkpoints.open_model import OpenModel
    from components.teaching.model.explanations import Classification


@share_results(1)
def training_queue() -> TrainingQueue:
    """The training queue of this process. At its exit, runs are stopped and their weights removed."""
    queue = TrainingQueue()
    atexit.register(queue.close)
    return queue


@share_results(20)
def load_dataset(key: str) -> LabelledDataset:
    """The dataset with this key.

    Raises:
        UserError: This server has none.
    """
    return find_dataset(key)


@share_results(1)
def has_film_reviews() -> bool:
    """Whether the operator's folder has SST-2; checked once."""
    return film_reviews_folder() is not None


@share_results(50)
def layers_and_width(model_id: str) -> tuple[int, int]:
    """How many layers a model has, and how wide they are, as its configuration says; the model is not opened.

    Raises:
        ModelUnavailable: No model has this id.
    """
    folder = weights_folder(model_record(model_id))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) if folder else {}
    layers = next((config[name] for name in ("num_hidden_layers", "n_layers") if name in config), 12)
    width = next((config[name] for name in ("hidden_size", "dim") if name in config), 768)
    return int(layers), int(width)


@share_results(500)
def classify(model_id: str, pooling: ClassifierPooling, sentences: tuple[str, ...]) -> "list[Classification]":
    """The predictions of a fine-tuned model for sentences."""
    from components.teaching.model.explanations import classify

    return classify(*_model_and_head(model_id), pooling, sentences)


@share_results(500)
def explain(model_id: str, pooling: ClassifierPooling, sentence: str) -> "Classification":
    """The prediction of a fine-tuned model for one sentence, with the contribution of each word."""
    from components.teaching.model.explanations import explain

    return explain(*_model_and_head(model_id), pooling, sentence)


def _model_and_head(model_id: str) -> "tuple[OpenModel, dict[str, torch.Tensor]]":
    """A fine-tuned model and its head."""
    from components.teaching.model.saving import load_head

    opened = engine().open_model(model_id)
    folder = RECORDED_FOLDERS.get(opened.record) or engine().weights_folder(opened.record)
    assert folder is not None  # it was opened from there
    return opened, load_head(folder)
