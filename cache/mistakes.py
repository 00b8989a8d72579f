"""Cached results of the room “Common mistakes”, shared by all visitors."""

import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.mistakes.model.catalogue import mistake
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.model.checkpoints.registry import model_record

if TYPE_CHECKING:
    from components.mistakes.model.experiment import Experiment
    from components.mistakes.model.mistake import Mistake
    from components.mistakes.model.results import Comparison, PaddingCurve
    from components.model.checkpoints.records import ModelRecord

_TRAINING = threading.Lock()  # one at a time: each holds several copies of its model


def other_model(model_id: str) -> "ModelRecord":
    """The model whose vocabulary is mistaken for that of ``model_id``."""
    return model_record(REFERENCE if model_id == DEFAULT_MODEL else DEFAULT_MODEL)


@share_results(50)
def has_positions(model_id: str) -> bool:
    """Whether a model encodes positions in any way: one of the bundled models has nothing but zeros."""
    from components.model.input_vectors.embeddings import position_matrix

    table = position_matrix(engine().open_model(model_id))
    return table is None or bool(table.any())


@share_results(300)
def compare(model_id: str, key: str, sentence: str = "") -> "Comparison":
    """Both ways of a mistake on a model, with its own sentence or another."""
    from components.mistakes.model.run_experiment import run_experiment

    with _TRAINING if mistake(key).trains else nullcontext():
        made = mistake(key).with_sentence(sentence) if sentence else mistake(key)
        return run_experiment(_experiment(model_id, made, _experiment(other_model(model_id).id, made)))


@share_results(300)
def padding_curve(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int, counts: tuple[int, ...]
) -> "PaddingCurve":
    """A blank with more and more pads behind the sentence."""
    from components.mistakes.model.padding import padding_curve

    return padding_curve(*engine().read(model_id, sentence), masked, blank, answer, counts)


@share_results(2000)
def pad_limit(model_id: str, sentence: str) -> int:
    """How many pads there is room for."""
    from components.mistakes.model.padding import pad_limit, pad_token_id

    opened, tokens = engine().read(model_id, sentence)
    pad_token_id(opened)
    return pad_limit(opened, tokens)


def _experiment(model_id: str, made: "Mistake", other: "Experiment | None" = None) -> "Experiment":
    from components.mistakes.model.experiment import Experiment

    opened = engine().open_model(model_id)
    folder = engine().weights_folder(opened.record)
    assert folder is not None  # it was opened from there
    return Experiment(opened, folder, made, other)
