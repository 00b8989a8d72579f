"""Where the attention heads of a model are: the same few things under a different name in every architecture.

All heads of a layer are computed at once (Vaswani et al. 2017, section 3.2, https://arxiv.org/abs/1706.03762). One
module makes queries, keys and values from the vectors that enter it; what the heads found stands side by side,
``width`` numbers a head; an output projection mixes that into what is added to each token. These are the places to look
at a head, or to take it away.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from transformers.models.modernbert.modeling_modernbert import apply_rotary_pos_emb

from components.model.checkpoints.open_model import OpenModel
from components.model.results import HeadIndex
from components.model.user_errors import UserError

Vectors = tuple[torch.Tensor, torch.Tensor]  # of queries, of keys


@dataclass(frozen=True)
class AttentionLayers:
    """The attention of every layer, in the order in which a forward pass runs them.

    ALBERT's layers share their weights, so the same module stands there several times.

    Attributes:
        attentions: The modules that attend.
        projections: The linear maps that the heads' outputs enter. *Shape:* (batch, token, head * width)
        heads: How many heads a layer has.
        width: How many numbers a head's query, key and output have.
    """

    attentions: tuple[nn.Module, ...]
    projections: tuple[nn.Module, ...]
    num_heads: int
    head_dim: int
    project: Callable[[nn.Module, torch.Tensor], Vectors]

    def __len__(self) -> int:
        return len(self.attentions)

    @property
    def head_indices(self) -> tuple[HeadIndex, ...]:
        """Every head, layer after layer."""
        return tuple((layer, head) for layer in range(len(self)) for head in range(self.num_heads))

    def queries_and_keys(self, layer: int, call: Mapping[str, Any]) -> Vectors:
        """What a layer compares, turned by position where the model does so (rotary embeddings).

        Args:
            layer: From 0.
            call: The arguments that the layer's attention was called with, by name.

        Returns:
            *Shape:* (batch, head, token, width) twice
        """
        flat = self.project(self.attentions[layer], call["hidden_states"])
        query, key = (one.unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2) for one in flat)
        if (turned := call.get("position_embeddings")) is not None:
            query, key = apply_rotary_pos_emb(query, key, *turned)
        if (turned := call.get("sinusoidal_pos")) is not None:  # as RoFormer is told of them
            attention: Any = self.attentions[layer]
            query, key = attention.apply_rotary_position_embeddings(turned, query, key)
        return query, key

    def scale(self, layer: int) -> float:
        """What a layer multiplies its dot products by: 1 / sqrt(width), unless the model says otherwise."""
        return float(getattr(self.attentions[layer], "scaling", self.head_dim**-0.5))


def attention_layers(opened: OpenModel) -> AttentionLayers:
    """The attention of every layer of ``opened``.

    Raises:
        UserError: The architecture is not one of those known here.
    """
    config: Any = opened.model.config
    found = _ARCHITECTURES.get(config.model_type)
    if found is None:
        raise UserError(f"Riverbank cannot find the attention heads of {opened.record.name}. Choose another model.")
    layers, project = found
    attentions, projections = zip(*layers(opened.model.base_model), strict=True)
    heads = config.num_attention_heads
    return AttentionLayers(attentions, projections, heads, config.hidden_size // heads, project)


Layers = Callable[[Any], Iterator[tuple[nn.Module, nn.Module]]]


def _bert(encoder: Any) -> Iterator[tuple[nn.Module, nn.Module]]:
    return ((layer.attention.self, layer.attention.output.dense) for layer in encoder.encoder.layer)


def _distilbert(encoder: Any) -> Iterator[tuple[nn.Module, nn.Module]]:
    return ((layer.attention, layer.attention.out_lin) for layer in encoder.transformer.layer)


def _albert(encoder: Any) -> Iterator[tuple[nn.Module, nn.Module]]:
    config, groups = encoder.config, encoder.encoder.albert_layer_groups
    for number in range(config.num_hidden_layers):
        for layer in groups[number * config.num_hidden_groups // config.num_hidden_layers].albert_layers:
            yield layer.attention, layer.attention.dense


def _modernbert(encoder: Any) -> Iterator[tuple[nn.Module, nn.Module]]:
    return ((layer.attn, layer.attn.Wo) for layer in encoder.layers)


def _gpt2(encoder: Any) -> Iterator[tuple[nn.Module, nn.Module]]:
    return ((layer.attn, layer.attn.c_proj) for layer in encoder.h)


def _apart(query: str, key: str) -> Callable[[Any, torch.Tensor], Vectors]:
    return lambda attention, hidden: (getattr(attention, query)(hidden), getattr(attention, key)(hidden))


def _fused(together: str) -> Callable[[Any, torch.Tensor], Vectors]:
    def project(attention: Any, hidden: torch.Tensor) -> Vectors:
        query, key, _ = getattr(attention, together)(hidden).chunk(3, dim=-1)
        return query, key

    return project


_ARCHITECTURES: dict[str, tuple[Layers, Callable[[Any, torch.Tensor], Vectors]]] = {
    "bert": (_bert, _apart("query", "key")),
    "distilbert": (_distilbert, _apart("q_lin", "k_lin")),
    "roberta": (_bert, _apart("query", "key")),
    "xlm-roberta": (_bert, _apart("query", "key")),
    "camembert": (_bert, _apart("query", "key")),
    "ernie": (_bert, _apart("query", "key")),
    "roformer": (_bert, _apart("query", "key")),
    "albert": (_albert, _apart("query", "key")),
    "electra": (_bert, _apart("query", "key")),
    "modernbert": (_modernbert, _fused("Wqkv")),
    "gpt2": (_gpt2, _fused("c_attn")),
}
