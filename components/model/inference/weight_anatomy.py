"""One attention weight, from the vectors of two tokens to the number on the screen.

A query and a key are multiplied dimension by dimension and summed; the sum is divided by the square root of how many
dimensions there are; keys that may not be seen are left out; the softmax over a row makes weights. Source: Vaswani et
al. 2017, section 3.2.1, https://arxiv.org/abs/1706.03762; for queries and keys turned by position Su et al. 2021,
https://arxiv.org/abs/2104.09864.

Nothing is rebuilt that the model has decided already: during the same pass that attentions on the screen come from, the
arguments of the layer's own attention are noted, mask and rotation with them. The module then projects once more what
it was given. What is noted belongs to the thread of the pass (see :mod:`components.attention.model.ablation`).
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

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.attention_modules import AttentionLayers, attention_layers
from components.model.inference.forward import trace
from components.model.inference.results import WeightAnatomy
from components.model.results import Tokens
from components.model.user_errors import UserError

ROTATIONS = ("position_embeddings", "sinusoidal_pos")  # what ModernBERT and RoFormer call the angles they are given


@dataclass
class _Noted:
    """What the attentions of one pass were called with, layer after layer."""

    layers: AttentionLayers
    calls: list[dict[str, Any]] = field(default_factory=list)


_NOTED: ContextVar[_Noted | None] = ContextVar("calls of attention", default=None)
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
    """The weight that ``query_position`` gives to ``key_position`` in one head, with the row it stands in.

    Args:
        opened: A model opened to look inside.
        tokens: The sentence.
        layer: From 0.
        head: From 0.
        query_position: The token that looks.
        key_position: The token looked at.
        mask: Who may look at whom, as ``trace`` was told; None is the model's own.

    Raises:
        UserError: There is no such head or token, or the architecture is not known.
        ValueError: The model was opened to predict.
    """
    layers = attention_layers(opened)
    if (layer, head) not in layers.head_indices:
        raise UserError(
            f"{opened.record.name} has {len(layers)} layers with {layers.num_heads} heads each. Choose one of them."
        )
    if not {query_position, key_position} <= set(range(len(tokens))):
        raise UserError(f"That weight is not in this sentence of {len(tokens)} tokens. Click another one.")
    with _noting(layers) as noted:
        trace(opened, tokens, mask)
    call = noted.calls[layer]
    queries, keys = layers.queries_and_keys(layer, call)  # (1, head, token, width)
    query, of_keys = queries[0, head, query_position], keys[0, head]
    dots = of_keys @ query  # (key,)
    scale = layers.scale(layer)
    added = call.get("attention_mask")  # (1, 1, query, key), or None where everybody sees everybody
    row = torch.zeros_like(dots) if added is None else added[0, 0, query_position]
    weights = (dots * scale + row).softmax(dim=-1)
    return WeightAnatomy(
        tokens=tokens,
        layer=layer,
        head=head,
        query_position=query_position,
        key_position=key_position,
        query=_frozen(query),
        key=_frozen(of_keys[key_position]),
        rotated=any(call.get(name) is not None for name in ROTATIONS),
        scale=scale,
        dot_products=_frozen(dots),
        attention_mask=_frozen(row == 0),
        weights=_frozen(weights),
        conditions=opened.conditions,
    )


@contextmanager
def _noting(layers: AttentionLayers) -> Iterator[_Noted]:
    """Notes how the attention of every layer is called by passes made inside, on this thread."""
    with _INSTALLING:
        for attention in layers.attentions:
            if _note not in attention._forward_pre_hooks.values():
                attention.register_forward_pre_hook(_note, with_kwargs=True)
    before = _NOTED.set(noted := _Noted(layers))
    try:
        yield noted
    finally:
        _NOTED.reset(before)


def _note(attention: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None) -> None:
    """Note one call, by the names of its arguments.

    While this is being installed another thread may run it before torch knows that it takes keyword arguments, hence
    the default; that thread notes nothing.
    """
    noted = _NOTED.get()
    if noted is not None and attention in noted.layers.attentions:
        bound = inspect.signature(attention.forward).bind(*args, **(kwargs or {}))
        noted.calls.append(dict(bound.arguments))


def _frozen(values: torch.Tensor) -> np.ndarray[Any, Any]:
    """Numbers that nobody can write to: visitors share them."""
    found: np.ndarray[Any, Any] = values.cpu().numpy().copy()
    found.flags.writeable = False
    return found
