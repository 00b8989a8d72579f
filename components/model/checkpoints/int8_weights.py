"""Weights of a byte each: what keeps many checkpoints of one training small.

A matrix is kept as signed bytes with a scale a row, so that no weight is off by more than half a step of its row's
largest one in 127 (Dettmers et al. 2022, https://arxiv.org/abs/2208.07339, section 2, "row-wise absmax"); everything
else, a few thousand numbers, in half precision.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_LARGEST = 127
_SCALE = ".scale"


def untied_state_dict(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """The weights of a model, those that are tied under their first name alone."""
    found: dict[int, tuple[str, torch.Tensor]] = {}
    for name, each in model.state_dict().items():
        found.setdefault(each.data_ptr(), (name, each))
    return dict(found.values())


def quantize(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Weights as they are kept: each matrix (row, column) with its scales (row,) under the name plus ``.scale``."""
    kept = {}
    for name, each in weights.items():
        if each.dim() != 2:
            kept[name] = each.half()
            continue
        rows = each.float()
        scale = rows.abs().amax(dim=1) / _LARGEST
        kept[name] = (rows / scale.where(scale > 0, 1.0)[:, None]).round().to(torch.int8)
        kept[name + _SCALE] = scale
    return kept


def dequantize(kept: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Weights in single precision, from what :func:`in_bytes` gave."""
    return {
        name: each.float() * kept[name + _SCALE][:, None] if each.dtype == torch.int8 else each.float()
        for name, each in kept.items()
        if not name.endswith(_SCALE)
    }


def write_weights(weights: Mapping[str, torch.Tensor], file: Path) -> None:
    """Write weights to a safetensors file; it appears whole or not at all."""
    partial = file.with_name(f"{file.name}.partial")
    save_file(quantize(weights), partial)
    partial.rename(file)


def read_weights(file: Path) -> dict[str, torch.Tensor]:
    """The weights of such a file in single precision."""
    return dequantize(load_file(file))


def load_weights(model: torch.nn.Module, file: Path) -> set[str]:
    """Give a model the weights of such a file. Returns the names of those that the file does not have."""
    kept = read_weights(file)
    missing = set(model.load_state_dict(kept, strict=False).missing_keys)
    places = {name: each.data_ptr() for name, each in model.state_dict().items()}
    filled = {places[name] for name in kept if name in places}
    return {name for name in missing if places[name] not in filled}  # what is tied is kept once
