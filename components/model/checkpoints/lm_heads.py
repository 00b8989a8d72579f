"""The vocabulary head of a language model, which turns a vector into logits.

It is separated from the encoder so that it can run on the requested positions only. On short sentences it is the larger
part of the computation: 768 × 30,522 multiplications per token in BERT-base.

MKL, which computes torch's products on the CPU, is slow where a few vectors meet a large matrix. Measured on one core
with MiniLM's 30,522 × 384 weights: 5.8 ms for one vector, 13.7 for two, 9.5 for four. With the factors exchanged, two
vectors take 2.9 ms and four 4.6, and one vector takes less if it is computed twice.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from transformers import PreTrainedModel

from components.model.user_errors import UserError

Head = Callable[[torch.Tensor], torch.Tensor]

FEW_VECTORS = 6  # for which the exchanged product is faster; more vectors gain less, or lose


def vocabulary_head(model: PreTrainedModel) -> Head:
    """The head of ``model``: (..., width) -> (..., vocabulary), logits.

    Raises:
        TypeError: The architecture is not supported.
    """
    build = _HEADS.get(model.config.model_type)
    if build is None:
        raise TypeError(f"no vocabulary head is known for {type(model).__name__}")
    return build(model)


def no_head(name: str) -> Head:
    """A stand-in for the vocabulary head of an encoder that has none; calling it raises UserError."""

    def refuse(_: torch.Tensor) -> torch.Tensor:
        raise UserError(f"{name} has no vocabulary head, so it predicts no words. Choose a masked model.")

    return refuse


def wide_product(linear: nn.Linear, vectors: torch.Tensor) -> torch.Tensor:
    """``linear(vectors)`` for a layer with very many outputs, faster for a few vectors on the CPU.

    *Shape:* (…, width) -> (…, output)
    """
    count = vectors.shape[:-1].numel()
    if vectors.device.type != "cpu" or not 0 < count <= FEW_VECTORS or torch.is_grad_enabled():
        return linear(vectors)  # type: ignore[no-any-return]
    rows = vectors.reshape(count, -1)
    rows = rows.repeat(2, 1) if count == 1 else rows.contiguous()  # MKL's fast way needs rows, and at least two
    outputs = (linear.weight @ rows.T).T[:count]
    return (outputs if linear.bias is None else outputs + linear.bias).reshape(*vectors.shape[:-1], -1)


def _bert(model: Any) -> Head:
    head = model.cls.predictions
    return lambda hidden: wide_product(head.decoder, head.transform(hidden))


def _distilbert(model: Any) -> Head:
    return lambda hidden: wide_product(
        model.vocab_projector, model.vocab_layer_norm(model.activation(model.vocab_transform(hidden)))
    )


def _roberta(model: Any) -> Head:
    head = model.lm_head
    return lambda hidden: wide_product(head.decoder, head.layer_norm(functional.gelu(head.dense(hidden))))


def _albert(model: Any) -> Head:
    head = model.predictions
    return lambda hidden: wide_product(head.decoder, head.LayerNorm(head.activation(head.dense(hidden))))


def _electra(model: Any) -> Head:
    return lambda hidden: wide_product(model.generator_lm_head, model.generator_predictions(hidden))


def _modernbert(model: Any) -> Head:
    return lambda hidden: wide_product(model.decoder, model.head(hidden))


_HEADS: dict[str, Callable[[Any], Head]] = {
    "bert": _bert,
    "distilbert": _distilbert,
    "roberta": _roberta,
    "xlm-roberta": _roberta,
    "camembert": _roberta,
    "ernie": _bert,
    "roformer": _bert,
    "albert": _albert,
    "electra": _electra,
    "modernbert": _modernbert,
    "gpt2": lambda model: lambda hidden: wide_product(model.lm_head, hidden),
}
