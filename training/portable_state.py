"""The state of a run in a form that travels: one safetensors file, half as large as the weights or less.

Weights are rounded to half precision, as in the checkpoints that ship. The optimizers' moments, twice as large as the
weights, are left out or rounded to bfloat16. A run that continues without them warms up for a hundred steps, since
Adam's first steps without moments are as large as its largest. So a run that travelled does not end with the same
weights as one that did not, but close to them; one that is stopped and continued on the same machine does.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from components.model.checkpoints.int8_weights import untied_state_dict

_MODEL, _MOMENTS, _COUNTERS = "model.", "moments.", "counters"


class OptimizerMoments(StrEnum):
    """What happens to the optimizers' moments on the way."""

    NONE = "none"
    BFLOAT16 = "bfloat16"


def write_portable_state(
    file: Path,
    model: torch.nn.Module,
    optimizers: Sequence[torch.optim.Optimizer],
    counters: dict[str, Any],
    *,
    moments: OptimizerMoments,
) -> None:
    """Write the state to ``file``, atomically.

    Raises:
        ValueError: Some weights are not finite in half precision: the run has failed.
    """
    tensors = {_MODEL + name: tensor.detach().half().cpu() for name, tensor in untied_state_dict(model).items()}
    if not all(bool(tensor.isfinite().all()) for tensor in tensors.values()):
        raise ValueError("some weights are too large or not a number: the training has failed, lower its learning rate")
    if moments is OptimizerMoments.BFLOAT16:
        for number, optimizer in enumerate(optimizers):
            for parameter, values in optimizer.state_dict()["state"].items():
                for name, value in values.items():
                    rounded = value.bfloat16() if value.dim() else value  # counts of steps stay exact
                    tensors[f"{_MOMENTS}{number}.{parameter}.{name}"] = rounded.cpu()
    partial = file.with_suffix(".partial")
    save_file(
        {name: tensor.contiguous() for name, tensor in tensors.items()}, partial, {_COUNTERS: json.dumps(counters)}
    )
    partial.replace(file)


def read_counters(file: Path) -> dict[str, Any]:
    """The counters of a state, without its weights."""
    with safe_open(file, framework="pt") as opened:
        counters: dict[str, Any] = json.loads(opened.metadata()[_COUNTERS])
    return counters


def load_portable_state(
    file: Path, model: torch.nn.Module, optimizers: Sequence[torch.optim.Optimizer]
) -> tuple[dict[str, Any], bool]:
    """Load weights and moments from ``file``. Returns the counters, and whether there were moments.

    Raises:
        ValueError: The file is of another model.
    """
    tensors = load_file(file)
    weights = {name.removeprefix(_MODEL): tensor for name, tensor in tensors.items() if name.startswith(_MODEL)}
    needed = untied_state_dict(model)
    if {name: t.shape for name, t in weights.items()} != {name: t.shape for name, t in needed.items()}:
        raise ValueError(f"{file.name} holds the weights of another model")
    with torch.no_grad():
        for name, tensor in needed.items():
            tensor.copy_(weights[name])
    states: dict[int, dict[int, dict[str, torch.Tensor]]] = {}
    for key, tensor in tensors.items():
        if key.startswith(_MOMENTS):
            index, parameter, name = key.removeprefix(_MOMENTS).split(".")
            value = tensor.float() if tensor.dtype is torch.bfloat16 else tensor
            states.setdefault(int(index), {}).setdefault(int(parameter), {})[name] = value
    for number, optimizer in enumerate(optimizers):
        if number in states:
            groups = optimizer.state_dict()["param_groups"]
            optimizer.load_state_dict({"state": states[number], "param_groups": groups})
    return read_counters(file), bool(states)
