"""The query and the key of every token in every head.

A layer projects both from its input (Vaswani et al. 2017, section 3.2, https://arxiv.org/abs/1706.03762), which a trace
holds, so only the projections run again. In ModernBERT and RoFormer they are rotated by position, as the heads compare
them (Su et al. 2021, https://arxiv.org/abs/2104.09864). A weight of the trace is the softmax of query · key / √head_dim
over the visible keys, or of query · key times the model's own factor if it has one.
"""

from collections.abc import Callable
from typing import Any

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import concatenate_layers
from components.model.inference.results import NeuronVectors
from components.model.results import Trace

Call = dict[str, Any]  # the arguments of a layer's attention, by name


@torch.inference_mode()
def neuron_vectors(opened: OpenModel, trace: Trace) -> NeuronVectors:
    """The queries and keys from which ``opened`` computed the weights of ``trace``.

    Args:
        opened: The model that computed the trace, opened for inspection.
        trace: Its forward pass, under any mask: the hidden states include the mask's effect.

    Raises:
        UserError: The architecture is not supported.
    """
    layers = attention_layers(opened)
    queries, keys = [], []
    for layer in range(len(layers)):
        query, key, _ = layers.queries_keys_values(layer, attention_call(opened, trace, layer))
        queries.append(query)  # (1, head, token, width)
        keys.append(key)
    return NeuronVectors(trace.tokens, concatenate_layers(queries), concatenate_layers(keys))


def attention_call(opened: OpenModel, trace: Trace, layer: int) -> Call:
    """The arguments of the call to a layer's attention in the pass of ``trace``, by name; ``layer`` counts from 0."""
    hidden = torch.from_numpy(trace.hidden[layer].copy())[None].to(opened.device.torch_device, opened.model.dtype)
    return _CALLS.get(opened.model.config.model_type, _as_it_comes)(opened.model.base_model, layer, hidden)


def _as_it_comes(_encoder: Any, _layer: int, hidden: torch.Tensor) -> Call:
    return {"hidden_states": hidden}


def _gpt2(encoder: Any, layer: int, hidden: torch.Tensor) -> Call:
    return {"hidden_states": encoder.h[layer].ln_1(hidden)}


def _modernbert(encoder: Any, layer: int, hidden: torch.Tensor) -> Call:
    block = encoder.layers[layer]
    positions = torch.arange(hidden.shape[1], device=hidden.device)[None]
    return {
        "hidden_states": block.attn_norm(hidden),
        "position_embeddings": encoder.rotary_emb(hidden, positions, block.attention_type),
    }


def _roformer(encoder: Any, _layer: int, hidden: torch.Tensor) -> Call:
    return {"hidden_states": hidden, "sinusoidal_pos": encoder.encoder.embed_positions(hidden.shape[:-1])[None, None]}


_CALLS: dict[str, Callable[[Any, int, torch.Tensor], Call]] = {
    "gpt2": _gpt2,
    "modernbert": _modernbert,
    "roformer": _roformer,
}
