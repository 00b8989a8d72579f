"""What a model was on the way: its weights after 0, 16, 32, 64, … steps.

Early on a model changes with every few batches and later only with thousands, so the steps that are kept are even on a
logarithmic scale.
"""

import copy
import json
from pathlib import Path

from training.objectives import Model

FIRST = 16
TOKENS = "tokens.json"  # beside the weights: how many pieces had been seen


def is_kept(step: int) -> bool:
    """Whether the weights after ``step`` steps are kept: the random ones, and those after each doubling from 16."""
    return step == 0 or (step >= FIRST and step & (step - 1) == 0)


def keep(model: Model, folder: Path, *, tokens: int) -> None:
    """Write ``model`` to ``folder`` in half precision; what stands there already stays.

    Args:
        model: As it is; it is not changed.
        folder: One for each step. It appears whole or not at all.
        tokens: Pieces seen so far.
    """
    if folder.exists():
        return
    partial = folder.with_name(f"{folder.name}.partial")
    copy.deepcopy(model).half().save_pretrained(partial)
    (partial / TOKENS).write_text(json.dumps(tokens), encoding="utf-8")
    partial.rename(folder)
