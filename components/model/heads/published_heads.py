"""The head that a checkpoint was published with: its matrix, its labels, and the vectors it multiplies.

In every architecture such a head ends with one linear layer. What comes before it (a dense layer, a pooler, nothing)
differs, so the model itself computes it from the encoder's vectors, and the input of the last layer is captured.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn
from transformers.modeling_outputs import BaseModelOutputWithPooling

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import TaskHead
from components.model.heads.head import Head
from components.model.heads.specs import HeadInput, HeadSpec, TextPooling
from components.model.inference.forward import pad
from components.model.results import Floats
from components.model.user_errors import UserError

_LAST_LAYERS = ("qa_outputs", "classifier.out_proj", "classifier")
_INPUT_KINDS = {TaskHead.TEXT: HeadInput.TEXT, TaskHead.WORDS: HeadInput.WORDS, TaskHead.SPAN: HeadInput.SPAN}
LABEL_LIMIT = 40  # characters


def published_head(opened: OpenModel) -> Head:
    """The published head of a model that has one.

    Raises:
        UserError: The head predicts a number instead of labels.
    """
    assert opened.record.task_head is not None
    config, last = opened.model.config, _last_layer(opened.model)[1]
    if config.problem_type == "regression":
        raise UserError(
            f"The head of {opened.record.name} predicts a number, not a label. Choose a model that predicts labels."
        )
    matrix = last.weight.float().cpu().numpy()
    labels = unique_labels(config.id2label or {}, len(matrix))
    reads = _INPUT_KINDS[opened.record.task_head]
    # The same rule as in transformers' text-classification pipeline.
    several = config.problem_type == "multi_label_classification" or len(labels) == 1
    pooling = published_pooling(opened) if reads is HeadInput.TEXT else None
    spec = HeadSpec(opened.record.id, reads, labels, several, () if pooling is None else (pooling,))
    bias = np.zeros(len(labels), np.float32) if last.bias is None else last.bias.float().cpu().numpy()
    return Head(spec, pooling, matrix, bias)


def unique_labels(names: Mapping[Any, str], count: int) -> tuple[str, ...]:
    """The labels named in a configuration, shortened to :data:`LABEL_LIMIT` characters and made unique."""
    labels: list[str] = []
    for place in range(count):
        label = str(names.get(place, f"LABEL_{place}"))
        short = label if len(label) <= LABEL_LIMIT else f"{label[: LABEL_LIMIT - 1]}…"
        labels.append(short if short and short not in labels else f"{short} ({place})")
    return tuple(labels)


def published_pooling(opened: OpenModel) -> TextPooling:
    """How a head for whole texts pools: [CLS] and a dense layer, or the mean (an option of ModernBERT)."""
    mean = getattr(opened.model.config, "classifier_pooling", "cls") == "mean"
    return TextPooling.MEAN if mean else TextPooling.POOLER


def published_pooling_weights(pooling: TextPooling, count: int) -> Floats:
    """The weight of each token in what a head for whole texts reads. *Shape:* (position,)."""
    if pooling is TextPooling.MEAN:
        return np.full(count, 1 / count, dtype=np.float32)
    first = np.zeros(count, dtype=np.float32)
    first[0] = 1
    return first


def head_inputs(opened: OpenModel, rows: Sequence[Sequence[int]], hidden: torch.Tensor) -> torch.Tensor:
    """The input of the head's last layer.

    Args:
        opened: A model with a published head.
        rows: The token ids of each text.
        hidden: The encoder's vectors of these rows. *Shape:* (text, position, width)

    Returns:
        *Shape:* (text, width) or (text, position, width)
    """
    ids, attention_mask = pad(rows, hidden.device)
    path, last = _last_layer(opened.model)
    capture = _InputCapture(last)
    model = _with_module(opened.model, path.split("."), capture)
    encoder = _GivenVectors(opened.model.base_model, hidden)
    _with_module(model, [opened.model.base_model_prefix], encoder)(input_ids=ids, attention_mask=attention_mask)
    assert capture.inputs is not None
    return capture.inputs


class _GivenVectors(nn.Module):
    """An encoder that returns precomputed vectors, and pooled vectors if the model has a pooler."""

    def __init__(self, encoder: nn.Module, hidden: torch.Tensor) -> None:
        super().__init__()
        self.encoder, self.hidden = encoder, hidden

    def forward(self, *_: object, **__: object) -> BaseModelOutputWithPooling:
        encoder: Any = self.encoder
        pooler, pooled = getattr(encoder, "pooler", None), None
        if isinstance(pooler, nn.Linear):  # ALBERT's
            pooled = encoder.pooler_activation(pooler(self.hidden[:, 0]))
        elif pooler is not None:
            pooled = pooler(self.hidden)
        return BaseModelOutputWithPooling(last_hidden_state=self.hidden, pooler_output=pooled)


class _InputCapture(nn.Module):
    """A linear layer that stores its last input."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        self.layer = layer
        self.inputs: torch.Tensor | None = None

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        self.inputs = vectors
        outputs: torch.Tensor = self.layer(vectors)
        return outputs


def _with_module(module: nn.Module, path: Sequence[str], put: nn.Module) -> nn.Module:
    """A shallow copy of the module with one part replaced; the other parts are shared, the original is not changed.

    A forward hook would be shorter, but would also see the inputs of other threads that use the same model.
    """
    twin = copy.copy(module)
    twin._modules = dict(module._modules)
    part = twin._modules[path[0]]
    assert part is not None
    twin._modules[path[0]] = put if len(path) == 1 else _with_module(part, path[1:], put)
    return twin


def _last_layer(model: nn.Module) -> tuple[str, nn.Linear]:
    parts = dict(model.named_modules())
    for path in _LAST_LAYERS:
        layer = parts.get(path)
        if isinstance(layer, nn.Linear):
            return path, layer
    raise TypeError(f"no head is known for {type(model).__name__}")
