"""From a vector for every piece to one for the text, in four ways."""

import torch
from torch import nn

from components.tasks.model.specs import Pooling


def weights_of(
    vectors: torch.Tensor, seen: torch.Tensor, pooling: Pooling, query: torch.Tensor | None = None
) -> torch.Tensor:
    """How much of each piece the text's vector holds; a row sums to 1. *Shape:* (text, position).

    Args:
        vectors: *Shape:* (text, position, width).
        seen: 1 where there is a piece, 0 where there is padding. *Shape:* (text, position).
        pooling: The way.
        query: What a weighted mean compares each vector with. *Shape:* (width,).
    """
    if pooling is Pooling.MEAN:
        share = seen.to(vectors.dtype)
        return share / share.sum(dim=1, keepdim=True)
    if pooling is Pooling.WEIGHTED:
        assert query is not None
        scores = (vectors @ query).masked_fill(seen == 0, float("-inf"))
        return scores.softmax(dim=1)
    first = torch.zeros(vectors.shape[:2], dtype=vectors.dtype, device=vectors.device)
    first[:, 0] = 1
    return first


def pooled(
    vectors: torch.Tensor,
    seen: torch.Tensor,
    pooling: Pooling,
    *,
    pooler: nn.Linear | None = None,
    query: torch.Tensor | None = None,
) -> torch.Tensor:
    """The vector of a text. *Shape:* (text, position, width) -> (text, width).

    ``pooler`` is BERT's dense layer, which :attr:`Pooling.POOLER` puts [CLS] through, with a tanh
    (Devlin et al. 2018, https://arxiv.org/abs/1810.04805).
    """
    vector = torch.einsum("tp,tpw->tw", weights_of(vectors, seen, pooling, query), vectors)
    if pooling is Pooling.POOLER:
        assert pooler is not None
        return torch.tanh(pooler(vector))
    return vector
