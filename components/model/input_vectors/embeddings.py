"""The input of layer 1: the sum of a token, a segment and a position embedding, normalised.

BERT adds the three and normalises the sum (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3 and figure
2; layer normalisation: Ba et al. 2016, https://arxiv.org/abs/1607.06450). Its relatives leave parts out: DistilBERT
knows no segments, RoFormer and ModernBERT turn queries and keys by position and add nothing, GPT-2 normalises inside
its layers, ALBERT and ELECTRA have narrower vectors for pieces than layers, and a matrix between the two.
"""

from collections.abc import Collection, Sequence
from typing import Any

import torch

from components.model.checkpoints.open_model import OpenModel, position_offset
from components.model.inference.forward import token_type_arguments
from components.model.input_vectors.results import EmbeddingPart, InputVectors, Strip
from components.model.results import Floats, Tokens

_ROTARY_MODEL_TYPES = frozenset({"roformer", "modernbert"})


@torch.inference_mode()
def input_vectors(opened: OpenModel, tokens: Tokens, *, without: Collection[EmbeddingPart] = ()) -> InputVectors:
    """The vectors of every token, part by part, from the weights of ``opened``.

    Args:
        opened: A model.
        tokens: The sentence, or a pair.
        without: Parts that are left out of the sum.
    """
    ids = torch.tensor(tokens.ids, device=opened.device.torch_device)
    every = embedding_parts(opened, ids, segment_ids(opened, tokens))
    parts = {part: values for part, values in every.items() if part not in without}
    total = sum(parts.values(), torch.zeros_like(every[EmbeddingPart.TOKEN]))
    strips, vectors = [], total
    for name, step in _transformations(opened):
        vectors = step(vectors)
        strips.append(Strip(name, _read_only(vectors)))
    return InputVectors(
        tokens=tokens,
        parts=tuple(Strip(part.value, _read_only(values)) for part, values in parts.items()),
        total=_read_only(total),
        steps=tuple(strips),
        conditions=opened.conditions,
    )


def embedding_parts(opened: OpenModel, ids: torch.Tensor, segments: Sequence[int]) -> dict[EmbeddingPart, torch.Tensor]:
    """What a model adds up, in the order in which papers write it. *Shape:* (token, width) each.

    Args:
        opened: A model.
        ids: *Shape:* (token,)
        segments: One a token, as :func:`segment_ids` has them.
    """
    base: Any = opened.model.base_model
    table = _embeddings(base)
    places = torch.arange(len(ids), device=ids.device)
    if opened.model.config.model_type == "gpt2":
        return {EmbeddingPart.TOKEN: base.wte(ids), EmbeddingPart.POSITION: base.wpe(places)}
    words = getattr(table, "word_embeddings", None) or table.tok_embeddings
    parts = {EmbeddingPart.TOKEN: words(ids)}
    if getattr(table, "token_type_embeddings", None) is not None:
        parts[EmbeddingPart.SEGMENT] = table.token_type_embeddings(torch.tensor(segments, device=ids.device))
    if getattr(table, "position_embeddings", None) is not None:
        parts[EmbeddingPart.POSITION] = table.position_embeddings(places + position_offset(opened.model.config))
    return parts


def segment_ids(opened: OpenModel, tokens: Tokens) -> tuple[int, ...]:
    """The segment id of every token: 0, unless the model reads a pair and has segment embeddings."""
    token_type_ids = token_type_arguments(opened, tokens)
    return tuple(token_type_ids["token_type_ids"][0].tolist()) if token_type_ids else (0,) * len(tokens)


def segment_count(opened: OpenModel) -> int:
    """The number of segment embeddings of a model; 0 if it has none."""
    table = getattr(_embeddings(opened.model.base_model), "token_type_embeddings", None)
    return 0 if table is None else int(table.weight.shape[0])


def token_matrix(opened: OpenModel) -> torch.Tensor:
    """The token embeddings. *Shape:* (vocabulary, width)."""
    table: Any = opened.model.get_input_embeddings()
    weights: torch.Tensor = table.weight
    return weights


def position_matrix(opened: OpenModel) -> torch.Tensor | None:
    """The rows of the table of positions that tokens can use; None without a table. *Shape:* (position, width)."""
    config: Any = opened.model.config
    encoder: Any = opened.model.base_model
    if config.model_type in _ROTARY_MODEL_TYPES:
        return None
    table: Any = encoder.wpe if config.model_type == "gpt2" else encoder.embeddings.position_embeddings
    first = position_offset(config)
    rows: torch.Tensor = table.weight[first : first + opened.tokenizer.positions]
    return rows


def _embeddings(base: Any) -> Any:
    return getattr(base, "embeddings", None)


def _transformations(opened: OpenModel) -> list[tuple[str, Any]]:
    """The modules applied to the sum before layer 1, by name, in order."""
    base: Any = opened.model.base_model
    table = _embeddings(base)
    norm = getattr(table, "LayerNorm", None) or getattr(table, "norm", None)
    wider = getattr(base, "embeddings_project", None)
    if opened.model.config.model_type == "albert":
        wider = base.encoder.embedding_hidden_mapping_in
    steps = [("LayerNorm", norm), ("projection", wider)]
    return [(name, step) for name, step in steps if step is not None]


def _read_only(values: torch.Tensor) -> Floats:
    """A read-only copy, since visitors share it."""
    array: Floats = values.float().cpu().numpy().copy()
    array.flags.writeable = False
    return array
