"""A low-rank change to the matrices of a model: what fine-tuning adds, in a file of a few megabytes.

W becomes W + B A, with A (rank, in) and B (out, rank): Hu et al. 2021, "LoRA", https://arxiv.org/abs/2106.09685,
section 4.1; the scale is within B. Once it is added the model is one like any other, and as fast.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

DOWN, UP = ".down", ".up"


def write_adapter(changes: Mapping[str, tuple[torch.Tensor, torch.Tensor]], file: Path) -> None:
    """Write changes to a safetensors file, in half precision.

    Args:
        changes: By the name of the matrix (out, in): A, (rank, in), and B, (out, rank).
        file: Where to.
    """
    kept: dict[str, torch.Tensor] = {}
    for name, (down, up) in changes.items():
        kept[name + DOWN], kept[name + UP] = down.half().contiguous(), up.half().contiguous()
    save_file(kept, file)


def merge_adapter(model: torch.nn.Module, file: Path) -> None:
    """Add the changes of a file to the matrices that they are named after.

    Raises:
        ValueError: The model has no such matrix, or one of another shape.
    """
    kept = load_file(file)
    matrices = dict(model.named_parameters())
    for name in (each.removesuffix(DOWN) for each in kept if each.endswith(DOWN)):
        change = kept[name + UP].float() @ kept[name + DOWN].float()
        if name not in matrices or matrices[name].shape != change.shape:
            raise ValueError(f"there is no matrix {name} of {tuple(change.shape)} to be changed")
        with torch.no_grad():
            matrices[name].add_(change)
