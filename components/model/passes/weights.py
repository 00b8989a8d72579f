"""The weight matrices of each supported architecture, under one set of names.

A pass consists of a few operations, always the same ones; architectures differ in which of them they have and in what
order. So a model is described as data: its matrices, and what is special about it. Post-norm layers (BERT, Devlin et
al. 2019, https://arxiv.org/abs/1810.04805) normalise after each sum, pre-norm layers (GPT-2, ModernBERT) before each
sublayer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn
from transformers.models.modernbert.modeling_modernbert import apply_rotary_pos_emb
from transformers.pytorch_utils import Conv1D

from components.model.checkpoints.open_model import OpenModel, position_offset
from components.model.inference.attention_modules import attention_layers
from components.model.user_errors import UserError

Function = Callable[[torch.Tensor], torch.Tensor]


@dataclass(frozen=True)
class WeightMatrix:
    """An affine map. *Shape:* ``weight`` (out, in), ``bias`` (out,) or None."""

    weight: torch.Tensor
    bias: torch.Tensor | None

    def __call__(self, vectors: torch.Tensor) -> torch.Tensor:
        """Map vectors. *Shape:* (..., in) -> (..., out)."""
        return F.linear(vectors, self.weight, self.bias)


@dataclass(frozen=True)
class NormWeights:
    """A LayerNorm (Ba et al. 2016, https://arxiv.org/abs/1607.06450). *Shape:* ``weight``, ``bias`` (width,)."""

    weight: torch.Tensor
    bias: torch.Tensor | None
    epsilon: float

    def __call__(self, vectors: torch.Tensor) -> torch.Tensor:
        """Normalise vectors. *Shape:* (..., width)."""
        return F.layer_norm(vectors, self.weight.shape, self.weight, self.bias, self.epsilon)

    def deviation(self, vector: torch.Tensor) -> torch.Tensor:
        """What it divides a vector by. *Shape:* (width,) -> ()."""
        return (vector.var(correction=0) + self.epsilon).sqrt()


@dataclass(frozen=True)
class LookupTable:
    """A table of embeddings, one of those that are summed. *Shape:* ``table`` (row, width).

    Attributes:
        key: "word", "position", "segment" or "task".
        table: The embeddings.
        offset: The row of the first position, in a table of positions.
    """

    key: str
    table: torch.Tensor
    offset: int = 0

    def rows(self, ids: torch.Tensor) -> torch.Tensor:
        """The rows that are looked up: ids, positions, or the first row. *Shape:* as ``ids``, (batch, token)."""
        if self.key == "word":
            return ids
        if self.key == "position":
            return torch.arange(self.offset, self.offset + ids.shape[1], device=ids.device).expand_as(ids)
        return torch.zeros_like(ids)


@dataclass(frozen=True)
class LayerWeights:
    """One layer.

    Attributes:
        query: From the layer's input to all queries. So do ``key`` and ``value``.
        output: From the concatenated heads to the vector that is added.
        up: Into the feed-forward layer's units.
        down: Back out of them.
        gate: Computes what the units are multiplied by, in gated layers (ModernBERT).
        attention_norm: Of the attention; None where there is none (ModernBERT's first layer).
        feed_forward_norm: Of the feed-forward layer.
        activation: Of the units.
        scale: The factor of query · key.
        window: How far a token looks to either side; None if it sees all.
        rotate: Rotates queries or keys by position, (..., token, head_dim); None without rotary positions.
        rotates_values: Whether values are rotated, too.
    """

    query: WeightMatrix
    key: WeightMatrix
    value: WeightMatrix
    output: WeightMatrix
    up: WeightMatrix
    down: WeightMatrix
    feed_forward_norm: NormWeights
    activation: Function
    scale: float
    attention_norm: NormWeights | None = None
    gate: WeightMatrix | None = None
    window: int | None = None
    rotate: Function | None = None
    rotates_values: bool = False


@dataclass(frozen=True)
class HeadWeights:
    """The vocabulary head; GPT-2's is a decoder alone."""

    decoder: WeightMatrix
    dense: WeightMatrix | None = None
    activation: Function | None = None
    norm: NormWeights | None = None


@dataclass(frozen=True)
class ModelWeights:
    """A model's matrices, from the tables of embeddings to the vocabulary head.

    Attributes:
        tables: The embeddings that are summed.
        layers: In the order of the pass; layers that share weights are equal.
        num_heads: Heads of each layer.
        embedding_norm: Of the sum of embeddings; None in GPT-2.
        embedding_projection: Where embeddings are narrower than the layers.
        final_norm: After the last layer of pre-norm models.
        head: None if the model has no vocabulary head.
        is_pre_norm: Whether layers normalise before each sublayer.
        is_causal: Whether a token sees only what is left of it.
        shares_layers: Whether layers are the same weights (ALBERT).
    """

    tables: tuple[LookupTable, ...]
    layers: tuple[LayerWeights, ...]
    num_heads: int
    embedding_norm: NormWeights | None
    embedding_projection: WeightMatrix | None
    final_norm: NormWeights | None
    head: HeadWeights | None
    is_pre_norm: bool
    is_causal: bool
    shares_layers: bool


def model_weights(opened: OpenModel) -> ModelWeights:
    """The weights of ``opened``. Nothing is copied.

    Raises:
        UserError: The architecture is not supported.
    """
    attention = attention_layers(opened)  # raises UserError
    model: Any = opened.model
    config, encoder = model.config, model.base_model
    kind = config.model_type
    blocks = list(_blocks(kind, encoder))
    if len(blocks) != config.num_hidden_layers:
        raise UserError(f"The layers of {opened.record.name} consist of several parts. Choose another model.")
    layers = tuple(
        _layer(kind, block, encoder=encoder, scale=attention.scale(number)) for number, block in enumerate(blocks)
    )
    final = getattr(encoder, "final_norm", None) or getattr(encoder, "ln_f", None)
    projection = getattr(encoder, "embeddings_project", None) or getattr(
        getattr(encoder, "encoder", None), "embedding_hidden_mapping_in", None
    )
    embeddings = getattr(encoder, "embeddings", encoder)
    norm = getattr(embeddings, "LayerNorm", None) or getattr(embeddings, "norm", None)
    return ModelWeights(
        tables=_tables(embeddings, position_offset(config)),
        layers=layers,
        num_heads=attention.num_heads,
        embedding_norm=None if norm is None else _norm(norm),
        embedding_projection=None if projection is None else _matrix(projection),
        final_norm=None if final is None else _norm(final),
        head=_head(kind, model),
        is_pre_norm=kind in ("gpt2", "modernbert"),
        is_causal=kind == "gpt2",
        shares_layers=len({id(block) for block in blocks}) < len(blocks),
    )


def _blocks(kind: str, encoder: Any) -> Iterator[Any]:
    if kind == "albert":
        config, groups = encoder.config, encoder.encoder.albert_layer_groups
        for number in range(config.num_hidden_layers):
            yield from groups[number * config.num_hidden_groups // config.num_hidden_layers].albert_layers
    elif kind == "gpt2":
        yield from encoder.h
    elif kind == "modernbert":
        yield from encoder.layers
    else:
        yield from (encoder.transformer if kind == "distilbert" else encoder.encoder).layer


_TABLES = {
    "word": ("word_embeddings", "tok_embeddings", "wte"),
    "position": ("position_embeddings", "wpe"),
    "segment": ("token_type_embeddings",),
}


def _tables(embeddings: Any, offset: int) -> tuple[LookupTable, ...]:
    tables = []
    for key, names in _TABLES.items():
        table = next((getattr(embeddings, name) for name in names if hasattr(embeddings, name)), None)
        if table is not None:
            tables.append(LookupTable(key, table.weight, offset if key == "position" else 0))
    if getattr(embeddings, "use_task_id", False):  # ERNIE
        tables.append(LookupTable("task", embeddings.task_type_embeddings.weight))
    return tuple(tables)


_PLAIN_PARTS = {  # in BERT, DistilBERT and ALBERT
    "query": ("attention.self.query", "attention.q_lin", "attention.query"),
    "key": ("attention.self.key", "attention.k_lin", "attention.key"),
    "value": ("attention.self.value", "attention.v_lin", "attention.value"),
    "output": ("attention.output.dense", "attention.out_lin", "attention.dense"),
    "attention_norm": ("attention.output.LayerNorm", "sa_layer_norm", "attention.LayerNorm"),
    "up": ("intermediate.dense", "ffn.lin1", "ffn"),
    "activation": ("intermediate.intermediate_act_fn", "ffn.activation", "activation"),
    "down": ("output.dense", "ffn.lin2", "ffn_output"),
    "feed_forward_norm": ("output.LayerNorm", "output_layer_norm", "full_layer_layer_norm"),
}


def _layer(kind: str, block: Any, *, encoder: Any, scale: float) -> LayerWeights:
    if kind == "gpt2":
        return _gpt2(block, scale)
    if kind == "modernbert":
        return _modernbert(block, encoder, scale)
    layer = _plain_layer({"distilbert": 1, "albert": 2}.get(kind, 0), block, scale)
    if kind != "roformer":
        return layer
    attention = block.attention.self
    rotate = partial(_rotate_roformer, attention, encoder.encoder.embed_positions)
    return replace(layer, rotate=rotate, rotates_values=bool(attention.rotary_value))


def _plain_layer(column: int, block: Any, scale: float) -> LayerWeights:
    """A layer with one module per matrix; a column of :data:`_PLAIN_PARTS` has their names."""
    parts = {name: attrgetter(paths[column])(block) for name, paths in _PLAIN_PARTS.items()}
    return LayerWeights(
        query=_matrix(parts["query"]),
        key=_matrix(parts["key"]),
        value=_matrix(parts["value"]),
        output=_matrix(parts["output"]),
        attention_norm=_norm(parts["attention_norm"]),
        up=_matrix(parts["up"]),
        activation=parts["activation"],
        down=_matrix(parts["down"]),
        feed_forward_norm=_norm(parts["feed_forward_norm"]),
        scale=scale,
    )


def _gpt2(block: Any, scale: float) -> LayerWeights:
    query, key, value = _split(_matrix(block.attn.c_attn), 3)
    return LayerWeights(
        query=query,
        key=key,
        value=value,
        output=_matrix(block.attn.c_proj),
        attention_norm=_norm(block.ln_1),
        up=_matrix(block.mlp.c_fc),
        activation=block.mlp.act,
        down=_matrix(block.mlp.c_proj),
        feed_forward_norm=_norm(block.ln_2),
        scale=scale,
    )


def _modernbert(block: Any, encoder: Any, scale: float) -> LayerWeights:
    query, key, value = _split(_matrix(block.attn.Wqkv), 3)
    up, gate = _split(_matrix(block.mlp.Wi), 2)
    is_local = block.attention_type == "sliding_attention"
    return LayerWeights(
        query=query,
        key=key,
        value=value,
        output=_matrix(block.attn.Wo),
        attention_norm=None if isinstance(block.attn_norm, nn.Identity) else _norm(block.attn_norm),
        up=up,
        gate=gate,
        activation=block.mlp.act,
        down=_matrix(block.mlp.Wo),
        feed_forward_norm=_norm(block.mlp_norm),
        scale=scale,
        window=encoder.config.sliding_window if is_local else None,
        rotate=partial(_rotate_modernbert, encoder.rotary_emb, block.attention_type),
    )


def _rotate_roformer(attention: Any, angles: Any, vectors: torch.Tensor) -> torch.Tensor:
    sinusoidal = angles(vectors.shape[-3:-1])[None, None]  # (1, 1, token, head_dim)
    rotated: torch.Tensor = attention.apply_rotary_position_embeddings(sinusoidal, vectors, vectors)[0]
    return rotated


def _rotate_modernbert(angles: Any, kind: str, vectors: torch.Tensor) -> torch.Tensor:
    positions = torch.arange(vectors.shape[-2], device=vectors.device)[None]
    rotated: torch.Tensor = apply_rotary_pos_emb(vectors, vectors, *angles(vectors, positions, kind))[0]
    return rotated


def _head(kind: str, model: Any) -> HeadWeights | None:
    decoder = model.get_output_embeddings()
    if decoder is None:
        return None
    transform, dense, activation, norm = _TRANSFORMS.get(kind, _TRANSFORMS["bert"])
    part = transform(model)
    if part is None:
        return HeadWeights(_matrix(decoder))
    function = getattr(part, activation) if activation else F.gelu
    return HeadWeights(_matrix(decoder), _matrix(getattr(part, dense)), function, _norm(getattr(part, norm)))


Transform = tuple[Callable[[Any], Any], str, str, str]  # the module, and its dense layer, activation and norm

_TRANSFORMS: dict[str, Transform] = {
    "bert": (lambda model: model.cls.predictions.transform, "dense", "transform_act_fn", "LayerNorm"),
    "distilbert": (lambda model: model, "vocab_transform", "activation", "vocab_layer_norm"),
    **dict.fromkeys(("roberta", "xlm-roberta", "camembert"), (lambda model: model.lm_head, "dense", "", "layer_norm")),
    "albert": (lambda model: model.predictions, "dense", "activation", "LayerNorm"),
    "electra": (lambda model: model.generator_predictions, "dense", "activation", "LayerNorm"),
    "modernbert": (lambda model: model.head, "dense", "act", "norm"),
    "gpt2": (lambda _: None, "", "", ""),
}


def _matrix(module: nn.Module) -> WeightMatrix:
    linear: Any = module
    weight = linear.weight.T if isinstance(module, Conv1D) else linear.weight  # Conv1D holds (in, out)
    return WeightMatrix(weight.detach(), None if linear.bias is None else linear.bias.detach())


def _split(matrix: WeightMatrix, parts: int) -> Sequence[WeightMatrix]:
    """The matrices that one module holds together."""
    biases = [None] * parts if matrix.bias is None else matrix.bias.chunk(parts)
    return [WeightMatrix(weight, bias) for weight, bias in zip(matrix.weight.chunk(parts), biases, strict=True)]


def _norm(module: nn.Module) -> NormWeights:
    norm: Any = module
    return NormWeights(norm.weight.detach(), None if norm.bias is None else norm.bias.detach(), float(norm.eps))
