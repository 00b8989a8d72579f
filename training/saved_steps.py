"""Save a model's weights during training, after 0, 16, 32, 64, … steps.

A model changes within a few batches early on and within thousands later, so the saved steps are even on a logarithmic
scale.
"""

import copy
import json
from pathlib import Path

from training.objectives import Model

FIRST = 16
TOKENS = "tokens.json"  # beside the weights: the number of tokens seen


def is_saved_step(step: int) -> bool:
    """Whether to save the weights after ``step`` steps: at 0, and at 16 and each doubling."""
    return step == 0 or (step >= FIRST and step & (step - 1) == 0)


def save_step(model: Model, folder: Path, *, tokens: int) -> None:
    """Write ``model`` to ``folder`` in half precision, unless the folder exists.

    Args:
        model: The model, which is not changed.
        folder: The folder for this step; created atomically.
        tokens: The number of tokens seen so far.
    """
    if folder.exists():
        return
    partial = folder.with_name(f"{folder.name}.partial")
    copy.deepcopy(model).half().save_pretrained(partial)
    (partial / TOKENS).write_text(json.dumps(tokens), encoding="utf-8")
    partial.rename(folder)
