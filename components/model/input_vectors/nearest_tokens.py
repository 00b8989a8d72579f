"""The nearest tokens of a vocabulary, by the cosine of their embeddings."""

from collections.abc import Sequence

import torch
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.model.input_vectors.embeddings import token_matrix
from components.model.input_vectors.results import NearestToken


@torch.inference_mode()
def nearest_tokens(opened: OpenModel, ids: Sequence[int], *, count: int = 5) -> dict[int, tuple[NearestToken, ...]]:
    """The ``count`` tokens nearest to each of ``ids``, without the token itself, in falling order of the cosine."""
    matrix = functional.normalize(token_matrix(opened), dim=-1)  # (vocabulary, width)
    matrix = matrix[: opened.tokenizer.size]  # rows past that have no name
    unique_ids = sorted(set(ids))
    cosines = matrix[unique_ids] @ matrix.T  # (asked, vocabulary)
    cosines[range(len(unique_ids)), unique_ids] = -torch.inf
    nearest = cosines.topk(min(count, matrix.shape[0] - 1), dim=-1)
    named = opened.tokenizer.raw_token
    return {
        token_id: tuple(NearestToken(named(i), value) for i, value in zip(row, values, strict=True))
        for token_id, row, values in zip(unique_ids, nearest.indices.tolist(), nearest.values.tolist(), strict=True)
    }
