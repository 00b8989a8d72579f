"""Pool the vectors of a text's tokens into one vector, in four ways."""

import torch
from torch import nn

from components.model.heads.specs import TextPooling


def pooling_weights(
    vectors: torch.Tensor, attention_mask: torch.Tensor, pooling: TextPooling, query: torch.Tensor | None = None
) -> torch.Tensor:
    """The weight of each token in the pooled vector; a row sums to 1. *Shape:* (text, position).

    Args:
        vectors: *Shape:* (text, position, width).
        attention_mask: 1 for tokens, 0 for padding. *Shape:* (text, position).
        pooling: The kind of pooling.
        query: The learned vector of the weighted mean. *Shape:* (width,).
    """
    if pooling is TextPooling.MEAN:
        share = attention_mask.to(vectors.dtype)
        return share / share.sum(dim=1, keepdim=True)
    if pooling is TextPooling.WEIGHTED:
        assert query is not None
        scores = (vectors @ query).masked_fill(attention_mask == 0, float("-inf"))
        return scores.softmax(dim=1)
    first = torch.zeros(vectors.shape[:2], dtype=vectors.dtype, device=vectors.device)
    first[:, 0] = 1
    return first


def pool_vectors(
    vectors: torch.Tensor,
    attention_mask: torch.Tensor,
    pooling: TextPooling,
    *,
    pooler: nn.Linear | None = None,
    query: torch.Tensor | None = None,
) -> torch.Tensor:
    """Pool the vectors of each text into one. *Shape:* (text, position, width) -> (text, width).

    ``pooler`` is BERT's dense layer, which :attr:`TextPooling.POOLER` applies to [CLS], followed by tanh
    (Devlin et al. 2018, https://arxiv.org/abs/1810.04805).
    """
    vector = torch.einsum("tp,tpw->tw", pooling_weights(vectors, attention_mask, pooling, query), vectors)
    if pooling is TextPooling.POOLER:
        assert pooler is not None
        return torch.tanh(pooler(vector))
    return vector
