"""8-bit weights, so that the checkpoints of a training run stay small.

A matrix is stored as signed bytes with one scale per row, which is its largest absolute weight / 127, so the error is
at most half a scale (row-wise absmax quantization: Dettmers et al. 2022, https://arxiv.org/abs/2208.07339, section 2).
Everything else, a few thousand numbers, is stored in half precision.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_LARGEST = 127
_SCALE = ".scale"


def untied_state_dict(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """The state dict of a model with tied weights under their first name only."""
    by_address: dict[int, tuple[str, torch.Tensor]] = {}
    for name, tensor in model.state_dict().items():
        by_address.setdefault(tensor.data_ptr(), (name, tensor))
    return dict(by_address.values())


def quantize(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Quantize weights: each matrix (row, column) gets its scales (row,) under its name plus ``.scale``."""
    quantized = {}
    for name, tensor in weights.items():
        if tensor.dim() != 2:
            quantized[name] = tensor.half()
            continue
        rows = tensor.float()
        scale = rows.abs().amax(dim=1) / _LARGEST
        quantized[name] = (rows / scale.where(scale > 0, 1.0)[:, None]).round().to(torch.int8)
        quantized[name + _SCALE] = scale
    return quantized


def dequantize(quantized: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Weights in single precision, from the result of :func:`quantize`."""
    return {
        name: tensor.float() * quantized[name + _SCALE][:, None] if tensor.dtype == torch.int8 else tensor.float()
        for name, tensor in quantized.items()
        if not name.endswith(_SCALE)
    }


def write_weights(weights: Mapping[str, torch.Tensor], file: Path) -> None:
    """Quantize weights and write them to a safetensors file, atomically."""
    partial = file.with_name(f"{file.name}.partial")
    save_file(quantize(weights), partial)
    partial.rename(file)


def read_weights(file: Path) -> dict[str, torch.Tensor]:
    """Read a file of quantized weights, in single precision."""
    return dequantize(load_file(file))


def load_weights(model: torch.nn.Module, file: Path) -> set[str]:
    """Load a file of quantized weights into a model. Returns the names of the weights that the file lacks."""
    weights = read_weights(file)
    missing = set(model.load_state_dict(weights, strict=False).missing_keys)
    addresses = {name: tensor.data_ptr() for name, tensor in model.state_dict().items()}
    loaded = {addresses[name] for name in weights if name in addresses}
    return {name for name in missing if addresses[name] not in loaded}  # tied weights are stored once
