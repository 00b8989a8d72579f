"""Cached input of layer 1, shared by the rooms that draw it."""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.tables.input_strips import encode_strips

if TYPE_CHECKING:
    from components.model.input_vectors.results import EmbeddingPart, InputVectors


@share_results(200)
def input_vectors(
    model_id: str, sentence: str, second: str = "", without: "tuple[EmbeddingPart, ...]" = ()
) -> "InputVectors":
    """The input of layer 1 for a sentence or a pair, part by part; parts ``without`` are left out of the sum."""
    from components.model.input_vectors.embeddings import input_vectors

    return input_vectors(*engine().inspect(model_id, sentence, second), without=without)


@share_results(200)
def strips(model_id: str, sentence: str, second: str = "", without: "tuple[EmbeddingPart, ...]" = ()) -> bytes:
    """The payload of the strips."""
    from components.model.input_vectors.nearest_tokens import nearest_tokens

    input_arrays, opened = input_vectors(model_id, sentence, second, without), engine().open_for_inspection(model_id)
    ids = input_arrays.tokens.ids
    names = [opened.tokenizer.raw_token(token_id) for token_id in ids]
    nearest = nearest_tokens(opened, ids)
    return encode_strips(input_arrays, names, nearest)
