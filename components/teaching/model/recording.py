"""Write the weights of a run that ships: what training changed, and the new head."""

import shutil
from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.int8_weights import untied_state_dict
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import Bundled, ModelRecord
from components.model.checkpoints.weight_changes import limited_changes, write_changes
from components.teaching.model.explanations import classify
from components.teaching.model.results import FineTuningResult
from components.teaching.model.saving import CARD_FILE, HEAD_FILE, load_head, model_card

BYTE_LIMIT = 11_900_000  # of the changes: 12 MB with the head and the card


def write_recorded_weights(result: FineTuningResult, run_folder: Path, record: ModelRecord) -> None:
    """Write the files of a recorded model.

    Args:
        result: The run.
        run_folder: Its weights, from :func:`components.teaching.model.saving.save_weights`.
        record: The recorded model; its home says where the changes go, and the head and the card go beside them.
    """
    home = record.home
    assert isinstance(home, Bundled)
    assert home.changes is not None
    folder = home.changes.parent
    folder.mkdir(exist_ok=True)
    before, after = (
        untied_state_dict(AutoModelForMaskedLM.from_pretrained(each, dtype=torch.float32))
        for each in (home.folder, run_folder)
    )
    changes, negligible = limited_changes(before, after, BYTE_LIMIT)
    write_changes(changes, home.changes)
    shutil.copyfile(run_folder / HEAD_FILE, folder / HEAD_FILE)
    card = _card(result, home.changes.name, same_labels(result, record), negligible)
    (folder / CARD_FILE).write_text(card, encoding="utf-8")


def same_labels(result: FineTuningResult, record: ModelRecord) -> int:
    """Number of held-out sentences that a recorded model gives the label that the run gave them."""
    home = record.home
    assert isinstance(home, Bundled)
    assert home.changes is not None
    opened, head = Loader(weights_folder).open(record), load_head(home.changes.parent)
    answers = classify(opened, head, result.plan.pooling, [text for text, _ in result.test])
    return sum(
        _largest(answer.probabilities) == _largest(recorded)
        for answer, recorded in zip(answers, result.history.probabilities, strict=True)
    )


def _largest(probabilities: tuple[float, ...]) -> int:
    return max(range(len(probabilities)), key=probabilities.__getitem__)


def _card(result: FineTuningResult, file_name: str, same: int, negligible: float) -> str:
    return model_card(
        result,
        files=f"- `{file_name}`: what training added to the weights of the language model, with one byte per "
        f"weight, a scale per row, and without rows that changed by less than {100 * negligible:.2g}%; the original's "
        f"weights are in `../{result.plan.model_id}`. So stored, the model gives {same} of {len(result.test)} "
        "held-out sentences the same label as the run did.",
    )
