"""Changes of a model's weights in a file with one byte per changed weight.

Fine-tuning moves weights little, so bytes of the change are finer than bytes of the weights. The rows of a matrix that
hardly changed are left out: in a table of embeddings, those of tokens that no training sentence has, which only weight
decay has shrunk.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from components.model.checkpoints.int8_weights import dequantize, quantize

NEGLIGIBLE = 1e-3  # of a row's norm
_COARSER = 2**0.25  # the factor between two thresholds that are tried
ROWS = ".rows"


def weight_changes(
    before: Mapping[str, torch.Tensor], after: Mapping[str, torch.Tensor], *, negligible: float = NEGLIGIBLE
) -> dict[str, torch.Tensor]:
    """The changes from ``before`` to ``after``, quantized.

    A matrix of which only some rows changed holds those alone, and their numbers under its name plus ``.rows``.

    Args:
        before: Weights by name.
        after: The same weights later, with the same names and shapes.
        negligible: Rows that changed by no more than this share of their norm are left out.
    """
    changes, rows = dict[str, torch.Tensor](), dict[str, torch.Tensor]()
    for name, weights in before.items():
        change = after[name].float() - weights.float()
        if change.dim() == 2:
            changed = (change.norm(dim=1) > negligible * weights.float().norm(dim=1)).nonzero()[:, 0]
            if len(changed) < len(change):
                rows[name + ROWS] = changed.int()
                change = change[changed]
        if change.any():
            changes[name] = change
    return quantize(changes) | {name: numbers for name, numbers in rows.items() if name.removesuffix(ROWS) in changes}


def limited_changes(
    before: Mapping[str, torch.Tensor], after: Mapping[str, torch.Tensor], byte_limit: int
) -> tuple[dict[str, torch.Tensor], float]:
    """The changes as :func:`weight_changes` gives them, without as many of the least changed rows as the limit needs.

    Returns:
        The changes, and the share of its norm by which a row changed at most if it was left out.
    """
    negligible = NEGLIGIBLE
    while True:
        changes = weight_changes(before, after, negligible=negligible)
        if sum(tensor.nbytes for tensor in changes.values()) <= byte_limit:
            return changes, negligible
        negligible *= _COARSER


def write_changes(changes: Mapping[str, torch.Tensor], file: Path) -> None:
    """Write the result of :func:`weight_changes` to a safetensors file, atomically."""
    partial = file.with_name(f"{file.name}.partial")
    save_file({name: tensor.contiguous() for name, tensor in changes.items()}, partial)
    partial.rename(file)


def add_changes(model: torch.nn.Module, file: Path) -> None:
    """Add the changes in a file to the weights of a model, in place.

    Raises:
        ValueError: The model has no weights of one of the names, or of another shape.
    """
    stored = load_file(file)
    rows = {name.removesuffix(ROWS): numbers.long() for name, numbers in stored.items() if name.endswith(ROWS)}
    weights = dict(model.named_parameters())
    for name, change in dequantize(
        {name: tensor for name, tensor in stored.items() if not name.endswith(ROWS)}
    ).items():
        chosen = rows.get(name, slice(None))
        if name not in weights or weights[name][chosen].shape != change.shape:
            raise ValueError(f"the model has no weights {name} of shape {tuple(change.shape)}")
        with torch.no_grad():
            weights[name][chosen] += change
