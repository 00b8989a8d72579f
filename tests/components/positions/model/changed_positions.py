"""Models whose tables of positions were filled with something else, as those of the pocket twins are."""

import copy
from dataclasses import replace

import torch

from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.positions.model.formulas import sinusoidal_table


def with_table(opened: OpenModel, table: torch.Tensor) -> OpenModel:
    """A copy of a BERT with other positions."""
    model = copy.deepcopy(opened.model)
    with torch.no_grad():
        model.bert.embeddings.position_embeddings.weight.copy_(table)
    return replace(opened, model=model, head=vocabulary_head(model))


def without_positions(opened: OpenModel) -> OpenModel:
    """A copy of a BERT that is not told where a word stands."""
    return with_table(opened, torch.zeros(64, 32))


def with_sines(opened: OpenModel) -> OpenModel:
    """A copy of a BERT with sinusoidal positions, stored in half precision as those that ship are."""
    return with_table(opened, torch.from_numpy(0.07 * sinusoidal_table(64, 32)).half())
