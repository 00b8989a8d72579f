"""Low-rank adapters (LoRA): changes to a model's matrices in a file of a few megabytes.

W becomes W + B A, with A (rank, in) and B (out, rank): Hu et al. 2021, https://arxiv.org/abs/2106.09685, section 4.1;
the scale is part of B. A merged model has no extra cost.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

DOWN, UP = ".down", ".up"


def write_adapter(changes: Mapping[str, tuple[torch.Tensor, torch.Tensor]], file: Path) -> None:
    """Write an adapter to a safetensors file, in half precision.

    Args:
        changes: A (rank, in) and B (out, rank) for each matrix (out, in), by the name of the matrix.
        file: The file to write.
    """
    tensors: dict[str, torch.Tensor] = {}
    for name, (down, up) in changes.items():
        tensors[name + DOWN], tensors[name + UP] = down.half().contiguous(), up.half().contiguous()
    save_file(tensors, file)


def merge_adapter(model: torch.nn.Module, file: Path) -> None:
    """Add an adapter to the matrices of a model, in place.

    Raises:
        ValueError: The model has no matrix of one of the names, or one of another shape.
    """
    tensors = load_file(file)
    matrices = dict(model.named_parameters())
    for name in (each.removesuffix(DOWN) for each in tensors if each.endswith(DOWN)):
        change = tensors[name + UP].float() @ tensors[name + DOWN].float()
        if name not in matrices or matrices[name].shape != change.shape:
            raise ValueError(f"the model has no matrix {name} of shape {tuple(change.shape)}")
        with torch.no_grad():
            matrices[name].add_(change)
