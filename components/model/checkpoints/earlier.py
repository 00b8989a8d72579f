"""Checkpoints of pocket BERT from its training, each after four times as many steps as the one before.

Links open them; they are not listed. ``python -m training.export_steps`` writes them.
"""

from pathlib import Path

from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER, REFERENCE, pocket_model
from components.model.checkpoints.records import ModelRecord

EARLIER_FOLDER = POCKET_FOLDER / "steps"
# Tokens seen, by the number of steps.
EARLIER_STEPS = {0: 0, 16: 64_078, 64: 252_385, 256: 984_237, 1024: 3_968_336, 4096: 15_790_188}


def earlier_weights_file(step: int) -> Path:
    """The file with the weights after ``step`` steps."""
    return EARLIER_FOLDER / f"step-{step:06d}.safetensors"


def _record(step: int, pieces: int) -> ModelRecord:
    name = next(model.name for model in MODELS if model.id == REFERENCE)
    after = f"after {pieces:,} tokens" if step else "before training"
    return pocket_model(
        f"bert-step-{step}",
        f"{name} {after}",
        "BERT",
        f"{name} {after}, stored with one byte per weight.",
        folder="bert",
        weights=earlier_weights_file(step),
    )


EARLIER_CHECKPOINTS = tuple(_record(step, pieces) for step, pieces in EARLIER_STEPS.items())
