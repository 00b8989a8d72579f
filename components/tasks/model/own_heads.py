"""The head that a checkpoint was published with: its matrix, its labels, and the vectors that it multiplies.

Every architecture ends such a head with one linear layer; what comes before that (a dense layer, a pooler, nothing)
differs, and is left to the model: what reaches the last layer is what that layer multiplies.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import TaskHead
from components.model.inference.threads import set_thread_count
from components.model.results import Floats
from components.model.user_errors import UserError
from components.tasks.model.head import Head
from components.tasks.model.specs import HeadSpec, Pooling, Reads

_LAST_LAYERS = ("qa_outputs", "classifier.out_proj", "classifier")
_READS = {TaskHead.TEXT: Reads.TEXT, TaskHead.WORDS: Reads.WORDS, TaskHead.SPAN: Reads.SPAN}
LONGEST_LABEL = 40  # characters


def own_head(opened: OpenModel) -> Head:
    """The head of a model that has one.

    Raises:
        UserError: It gives a number instead of labels.
    """
    assert opened.record.task_head is not None
    config, last = opened.model.config, _last_layer(opened.model)[1]
    if config.problem_type == "regression":
        raise UserError(
            f"The head of {opened.record.name} predicts a number, not a label. Choose a model that predicts labels."
        )
    matrix = last.weight.float().cpu().numpy()
    labels = labels_of(config.id2label or {}, len(matrix))
    reads = _READS[opened.record.task_head]
    # As transformers' own pipeline decides it.
    several = config.problem_type == "multi_label_classification" or len(labels) == 1
    pooling = own_pooling(opened) if reads is Reads.TEXT else None
    spec = HeadSpec(opened.record.id, reads, labels, several, () if pooling is None else (pooling,))
    bias = np.zeros(len(labels), np.float32) if last.bias is None else last.bias.float().cpu().numpy()
    return Head(spec, pooling, matrix, bias)


def labels_of(named: Mapping[Any, str], count: int) -> tuple[str, ...]:
    """The labels as a configuration names them, of at most :data:`LONGEST_LABEL` characters, no two alike."""
    found: list[str] = []
    for place in range(count):
        label = str(named.get(place, f"LABEL_{place}"))
        short = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
        found.append(short if short and short not in found else f"{short} ({place})")
    return tuple(found)


def own_pooling(opened: OpenModel) -> Pooling:
    """Which vectors reach a head for whole texts, after a layer of their own: [CLS]'s, or all of them (ModernBERT)."""
    mean = getattr(opened.model.config, "classifier_pooling", "cls") == "mean"
    return Pooling.MEAN if mean else Pooling.POOLER


def own_weights(pooling: Pooling, count: int) -> Floats:
    """How much of each piece a head for whole texts reads. *Shape:* (position,)."""
    if pooling is Pooling.MEAN:
        return np.full(count, 1 / count, dtype=np.float32)
    first = np.zeros(count, dtype=np.float32)
    first[0] = 1
    return first


def met(opened: OpenModel, ids: torch.Tensor, seen: torch.Tensor, **told: torch.Tensor) -> torch.Tensor:
    """What the last layer of the head multiplies. *Shape:* (text, width) or (text, position, width)."""
    set_thread_count(opened.parameters * ids.numel())
    path, last = _last_layer(opened.model)
    listening = _Listening(last)
    _with(opened.model, path.split("."), listening)(input_ids=ids, attention_mask=seen, **told)
    assert listening.met is not None
    return listening.met


class _Listening(nn.Module):
    """A layer that keeps what it is given."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        self.layer = layer
        self.met: torch.Tensor | None = None

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        self.met = vectors
        given: torch.Tensor = self.layer(vectors)
        return given


def _with(module: nn.Module, path: Sequence[str], put: nn.Module) -> nn.Module:
    """The same module with another part in one place; all else is shared, and the module itself is not changed.

    A hook would be shorter, and would hear what other visitors ask of the same model at the same time.
    """
    twin = copy.copy(module)
    twin._modules = dict(module._modules)
    part = twin._modules[path[0]]
    assert part is not None
    twin._modules[path[0]] = put if len(path) == 1 else _with(part, path[1:], put)
    return twin


def _last_layer(model: nn.Module) -> tuple[str, nn.Linear]:
    parts = dict(model.named_modules())
    for path in _LAST_LAYERS:
        layer = parts.get(path)
        if isinstance(layer, nn.Linear):
            return path, layer
    raise TypeError(f"no head is known for {type(model).__name__}")
