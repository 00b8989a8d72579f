"""What enters layer 1: a vector for the piece, one for its segment and one for its position, added up and normalised.

BERT adds the three and normalises the sum (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3 and figure
2; layer normalisation: Ba et al. 2016, https://arxiv.org/abs/1607.06450). Its relatives leave parts out: DistilBERT
knows no segments, RoFormer and ModernBERT turn queries and keys by position and add nothing, GPT-2 normalises inside
its layers, ALBERT and ELECTRA have narrower vectors for pieces than layers, and a matrix between the two.
"""

from collections.abc import Collection, Sequence
from typing import Any

import torch

from components.input.model.results import InputVectors, Part, Strip
from components.model.checkpoints.open_model import OpenModel, position_offset
from components.model.inference.forward import token_type_arguments
from components.model.results import Floats, Tokens


@torch.inference_mode()
def input_vectors(opened: OpenModel, tokens: Tokens, *, without: Collection[Part] = ()) -> InputVectors:
    """The vectors of every token, part by part, from the weights of ``opened``.

    Args:
        opened: A model.
        tokens: The sentence, or a pair.
        without: Parts that are left out of the sum.
    """
    ids = torch.tensor(tokens.ids, device=opened.device.torch_device)
    every = added(opened, ids, segments_of(opened, tokens))
    parts = {part: values for part, values in every.items() if part not in without}
    total = sum(parts.values(), torch.zeros_like(every[Part.TOKEN]))
    strips, vectors = [], total
    for name, step in _steps(opened):
        vectors = step(vectors)
        strips.append(Strip(name, _frozen(vectors)))
    return InputVectors(
        tokens=tokens,
        parts=tuple(Strip(part.value, _frozen(values)) for part, values in parts.items()),
        total=_frozen(total),
        steps=tuple(strips),
        conditions=opened.conditions,
    )


def added(opened: OpenModel, ids: torch.Tensor, segments: Sequence[int]) -> dict[Part, torch.Tensor]:
    """What a model adds up, in the order in which papers write it. *Shape:* (token, width) each.

    Args:
        opened: A model.
        ids: *Shape:* (token,)
        segments: One a token, as :func:`segments_of` has them.
    """
    base: Any = opened.model.base_model
    table = _embeddings(base)
    places = torch.arange(len(ids), device=ids.device)
    if opened.model.config.model_type == "gpt2":
        return {Part.TOKEN: base.wte(ids), Part.POSITION: base.wpe(places)}
    words = getattr(table, "word_embeddings", None) or table.tok_embeddings
    found = {Part.TOKEN: words(ids)}
    if getattr(table, "token_type_embeddings", None) is not None:
        found[Part.SEGMENT] = table.token_type_embeddings(torch.tensor(segments, device=ids.device))
    if getattr(table, "position_embeddings", None) is not None:
        found[Part.POSITION] = table.position_embeddings(places + position_offset(opened.model.config))
    return found


def segments_of(opened: OpenModel, tokens: Tokens) -> tuple[int, ...]:
    """The segment that the model is told of every token: 0, unless it reads a pair and has vectors for both."""
    told = token_type_arguments(opened, tokens)
    return tuple(told["token_type_ids"][0].tolist()) if told else (0,) * len(tokens)


def segment_kinds(opened: OpenModel) -> int:
    """How many segments a model tells apart; 0 where it adds no vector for them."""
    table = getattr(_embeddings(opened.model.base_model), "token_type_embeddings", None)
    return 0 if table is None else int(table.weight.shape[0])


def token_matrix(opened: OpenModel) -> torch.Tensor:
    """The vectors of all pieces. *Shape:* (vocabulary, width)."""
    table: Any = opened.model.get_input_embeddings()
    weights: torch.Tensor = table.weight
    return weights


def _embeddings(base: Any) -> Any:
    return getattr(base, "embeddings", None)


def _steps(opened: OpenModel) -> list[tuple[str, Any]]:
    """What is done to the sum before layer 1, by name, in order."""
    base: Any = opened.model.base_model
    table = _embeddings(base)
    norm = getattr(table, "LayerNorm", None) or getattr(table, "norm", None)
    wider = getattr(base, "embeddings_project", None)
    if opened.model.config.model_type == "albert":
        wider = base.encoder.embedding_hidden_mapping_in
    found = [("LayerNorm", norm), ("projection", wider)]
    return [(name, step) for name, step in found if step is not None]


def _frozen(values: torch.Tensor) -> Floats:
    """Numbers that nobody can write to: visitors share them."""
    found: Floats = values.float().cpu().numpy().copy()
    found.flags.writeable = False
    return found
