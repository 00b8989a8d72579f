"""The computation of one attention weight, from the vectors of two tokens to the output that it is part of.

The dot product of a query and a key is divided by the square root of their dimension; masked keys are left out; the
softmax over a row gives the weights; the values, each times its weight, sum to the head's output. Source: Vaswani et
al. 2017, section 3.2.1, https://arxiv.org/abs/1706.03762; for queries and keys that are rotated by position Su et al.
2021, https://arxiv.org/abs/2104.09864.

Forward hooks record the arguments of each layer's attention during a pass, including mask and rotation, and the module
projects its input once more. What is recorded belongs to the thread of the pass (see
:mod:`components.model.inference.edits`).
"""

import inspect
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn

from components.model.arrays import make_read_only
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.attention_modules import AttentionLayers, attention_layers
from components.model.inference.forward import trace
from components.model.inference.results import WeightAnatomy
from components.model.results import Tokens
from components.model.user_errors import UserError

ROTATIONS = ("position_embeddings", "sinusoidal_pos")  # what ModernBERT and RoFormer call the angles they are given


@dataclass
class _Recorded:
    """The arguments of the calls to the attentions of one pass, in the order of the layers."""

    layers: AttentionLayers
    calls: list[dict[str, Any]] = field(default_factory=list)


_RECORDED: ContextVar[_Recorded | None] = ContextVar("calls of attention", default=None)
_INSTALLING = threading.Lock()


@torch.inference_mode()
def weight_anatomy(
    opened: OpenModel,
    tokens: Tokens,
    layer: int,
    head: int,
    query_position: int,
    key_position: int,
    *,
    mask: AttentionMask | None = None,
) -> WeightAnatomy:
    """The weight that ``query_position`` gives to ``key_position`` in one head, with its row.

    Args:
        opened: A model opened for inspection.
        tokens: The sentence.
        layer: From 0.
        head: From 0.
        query_position: The token that attends.
        key_position: The token attended to.
        mask: The mask of the trace; None is the model's default.

    Raises:
        UserError: There is no such head or token, or the architecture is not supported.
        ValueError: The model was opened to predict.
    """
    layers = attention_layers(opened)
    if (layer, head) not in layers.head_indices:
        raise UserError(
            f"{opened.record.name} has {len(layers)} layers with {layers.num_heads} heads each. Choose one of them."
        )
    if not {query_position, key_position} <= set(range(len(tokens))):
        raise UserError(f"That weight is not in this sentence of {len(tokens)} tokens. Click another one.")
    with _recording(layers) as recorded:
        trace(opened, tokens, mask)
    call = recorded.calls[layer]
    queries, keys, values = layers.queries_keys_values(layer, call)  # (1, head, token, width)
    query, of_keys = queries[0, head, query_position], keys[0, head]
    dots = of_keys @ query  # (key,)
    scale = layers.scale(layer)
    added = call.get("attention_mask")  # (1, 1, query, key), or None if every token sees every token
    row = torch.zeros_like(dots) if added is None else added[0, 0, query_position]
    weights = (dots * scale + row).softmax(dim=-1)
    return WeightAnatomy(
        tokens=tokens,
        layer=layer,
        head=head,
        query_position=query_position,
        key_position=key_position,
        query=_to_array(query),
        key=_to_array(of_keys[key_position]),
        rotated=any(call.get(name) is not None for name in ROTATIONS),
        scale=scale,
        dot_products=_to_array(dots),
        attention_mask=_to_array(row == 0),
        weights=_to_array(weights),
        values=_to_array(values[0, head]),
        conditions=opened.conditions,
    )


@contextmanager
def _recording(layers: AttentionLayers) -> Iterator[_Recorded]:
    """Record the calls to the attention of every layer in passes of this thread inside the context."""
    with _INSTALLING:
        for attention in layers.attentions:
            if _record not in attention._forward_pre_hooks.values():
                attention.register_forward_pre_hook(_record, with_kwargs=True)
    before = _RECORDED.set(recorded := _Recorded(layers))
    try:
        yield recorded
    finally:
        _RECORDED.reset(before)


def _record(attention: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None) -> None:
    """Record the arguments of one call by name. This is a forward pre-hook.

    While it is being registered, another thread may run it before torch knows that it takes keyword arguments, hence
    the default; nothing is recorded for that thread.
    """
    recorded = _RECORDED.get()
    if recorded is not None and attention in recorded.layers.attentions:
        bound = inspect.signature(attention.forward).bind(*args, **(kwargs or {}))
        recorded.calls.append(dict(bound.arguments))


def _to_array(values: torch.Tensor) -> np.ndarray[Any, Any]:
    """A read-only copy as a numpy array."""
    return make_read_only(values.cpu().numpy().copy())
