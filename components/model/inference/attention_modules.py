"""The attention modules of each supported architecture, under one set of names.

All heads of a layer are computed at once (Vaswani et al. 2017, section 3.2, https://arxiv.org/abs/1706.03762). One
module projects its input to queries, keys and values; the outputs of the heads are concatenated, ``head_dim`` numbers
each; an output projection mixes them into the vector that is added to each token. Heads can be read and ablated here.
The feed-forward part of a layer adds another vector, and the layer's own module puts out the sum.
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

Vectors = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # of queries, of keys, of values


@dataclass(frozen=True)
class AttentionLayers:
    """The attention of every layer, in the order of the forward pass.

    ALBERT's layers share their weights, so the same module appears several times.

    Attributes:
        attentions: The attention modules.
        projections: The output projections. *Input:* (batch, token, num_heads * head_dim)
        blocks: The layers themselves: their first argument and their first output are the vectors of all tokens.
        feed_forwards: The last modules of the feed-forward parts. *Output:* (batch, token, width)
        num_heads: The number of heads of a layer.
        head_dim: The size of a head's query, key and output.
        project: Computes the queries, keys and values of an attention module from its input, before they are split
            into heads.
    """

    attentions: tuple[nn.Module, ...]
    projections: tuple[nn.Module, ...]
    blocks: tuple[nn.Module, ...]
    feed_forwards: tuple[nn.Module, ...]
    num_heads: int
    head_dim: int
    project: Callable[[nn.Module, torch.Tensor], Vectors]

    def __len__(self) -> int:
        return len(self.attentions)

    @property
    def head_indices(self) -> tuple[HeadIndex, ...]:
        """Every head, layer after layer."""
        return tuple((layer, head) for layer in range(len(self)) for head in range(self.num_heads))

    def queries_keys_values(self, layer: int, call: Mapping[str, Any]) -> Vectors:
        """The queries, keys and values of a layer, rotated by position where the model rotates them.

        Args:
            layer: From 0.
            call: The arguments of the call to the layer's attention, by name.

        Returns:
            *Shape:* (batch, head, token, width) each
        """
        flat = self.project(self.attentions[layer], call["hidden_states"])
        query, key, value = (
            projected.unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2) for projected in flat
        )
        if (rotation := call.get("position_embeddings")) is not None:
            query, key = apply_rotary_pos_emb(query, key, *rotation)
        if (rotation := call.get("sinusoidal_pos")) is not None:  # RoFormer's name for the angles
            attention: Any = self.attentions[layer]
            if attention.rotary_value:
                return attention.apply_rotary_position_embeddings(rotation, query, key, value)  # type: ignore[no-any-return]
            query, key = attention.apply_rotary_position_embeddings(rotation, query, key)
        return query, key, value

    def scale(self, layer: int) -> float:
        """The factor of a layer's dot products: 1 / sqrt(head_dim), unless the model defines another one."""
        return float(getattr(self.attentions[layer], "scaling", self.head_dim**-0.5))


def attention_layers(opened: OpenModel) -> AttentionLayers:
    """The attention of every layer of ``opened``.

    Raises:
        UserError: The architecture is not supported.
    """
    config: Any = opened.model.config
    architecture = _ARCHITECTURES.get(config.model_type)
    if architecture is None:
        raise UserError(f"Riverbank cannot find the attention heads of {opened.record.name}. Choose another model.")
    layers, project = architecture
    blocks, attentions, projections, feed_forwards = zip(*layers(opened.model.base_model), strict=True)
    heads = config.num_attention_heads
    return AttentionLayers(attentions, projections, blocks, feed_forwards, heads, config.hidden_size // heads, project)


# Of each layer: the layer itself, its attention, the attention's output projection, the last module of the feed-forward
_Modules = tuple[nn.Module, nn.Module, nn.Module, nn.Module]
Layers = Callable[[Any], Iterator[_Modules]]


def _bert(encoder: Any) -> Iterator[_Modules]:
    return (
        (layer, layer.attention.self, layer.attention.output.dense, layer.output.dense)
        for layer in encoder.encoder.layer
    )


def _distilbert(encoder: Any) -> Iterator[_Modules]:
    return ((layer, layer.attention, layer.attention.out_lin, layer.ffn.lin2) for layer in encoder.transformer.layer)


def _albert(encoder: Any) -> Iterator[_Modules]:
    config, groups = encoder.config, encoder.encoder.albert_layer_groups
    for number in range(config.num_hidden_layers):
        for layer in groups[number * config.num_hidden_groups // config.num_hidden_layers].albert_layers:
            yield layer, layer.attention, layer.attention.dense, layer.ffn_output


def _modernbert(encoder: Any) -> Iterator[_Modules]:
    return ((layer, layer.attn, layer.attn.Wo, layer.mlp.Wo) for layer in encoder.layers)


def _gpt2(encoder: Any) -> Iterator[_Modules]:
    return ((layer, layer.attn, layer.attn.c_proj, layer.mlp.c_proj) for layer in encoder.h)


def _apart(query: str, key: str, value: str) -> Callable[[Any, torch.Tensor], Vectors]:
    return lambda attention, hidden: (
        getattr(attention, query)(hidden),
        getattr(attention, key)(hidden),
        getattr(attention, value)(hidden),
    )


def _fused(together: str) -> Callable[[Any, torch.Tensor], Vectors]:
    def project(attention: Any, hidden: torch.Tensor) -> Vectors:
        query, key, value = getattr(attention, together)(hidden).chunk(3, dim=-1)
        return query, key, value

    return project


_ARCHITECTURES: dict[str, tuple[Layers, Callable[[Any, torch.Tensor], Vectors]]] = {
    "bert": (_bert, _apart("query", "key", "value")),
    "distilbert": (_distilbert, _apart("q_lin", "k_lin", "v_lin")),
    "roberta": (_bert, _apart("query", "key", "value")),
    "xlm-roberta": (_bert, _apart("query", "key", "value")),
    "camembert": (_bert, _apart("query", "key", "value")),
    "ernie": (_bert, _apart("query", "key", "value")),
    "roformer": (_bert, _apart("query", "key", "value")),
    "albert": (_albert, _apart("query", "key", "value")),
    "electra": (_bert, _apart("query", "key", "value")),
    "modernbert": (_modernbert, _fused("Wqkv")),
    "gpt2": (_gpt2, _fused("c_attn")),
}
