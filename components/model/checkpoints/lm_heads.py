"""The two halves of a language model: the encoder, and the head that turns a vector into scores for every word.

Keeping them apart lets the head run on the positions asked for. It is the larger half of the arithmetic on short
sentences: 30,522 words against 768 numbers at BERT-base, for every token, where one is asked for.
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
        TypeError: The architecture is not one of those the registry holds.
    """
    build = _HEADS.get(model.config.model_type)
    if build is None:
        raise TypeError(f"no vocabulary head is known for {type(model).__name__}")
    return build(model)


def no_head(name: str) -> Head:
    """Stands where an encoder has no vocabulary head, and refuses to answer for it."""

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
