"""The vocabulary head of a language model, which turns a vector into logits.

It is separated from the encoder so that it can run on the requested positions only. On short sentences it is the larger
part of the computation: 768 × 30,522 multiplications per token in BERT-base.
"""

from collections.abc import Callable
from typing import Any

import torch
from transformers import PreTrainedModel

from components.model.user_errors import UserError

Head = Callable[[torch.Tensor], torch.Tensor]


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


def _distilbert(model: Any) -> Head:
    return lambda hidden: model.vocab_projector(model.vocab_layer_norm(model.activation(model.vocab_transform(hidden))))


_HEADS: dict[str, Callable[[Any], Head]] = {
    "bert": lambda model: model.cls,
    "distilbert": _distilbert,
    "roberta": lambda model: model.lm_head,
    "xlm-roberta": lambda model: model.lm_head,
    "camembert": lambda model: model.lm_head,
    "ernie": lambda model: model.cls,
    "roformer": lambda model: model.cls,
    "albert": lambda model: model.predictions,
    "electra": lambda model: lambda hidden: model.generator_lm_head(model.generator_predictions(hidden)),
    "modernbert": lambda model: lambda hidden: model.decoder(model.head(hidden)),
    "gpt2": lambda model: model.lm_head,
}
