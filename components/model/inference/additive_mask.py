"""A mask as a model is told of it: numbers that are added to the attention scores before the softmax.

0 where a key is seen, the lowest number there is where it is not. It has to be a *float* mask of four dimensions: BERT
under eager attention silently treats a boolean one as zeros and ones to add, and so leaks the future.
"""

import torch


def additive_mask(allowed: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What a model adds to its attention scores.

    Args:
        allowed: Boolean, True where a key is seen and is not padding. *Shape:* (batch, query, key)
        dtype: The model's.

    Returns:
        0 or the lowest number of ``dtype``. *Shape:* (batch, 1, query, key)
    """
    scores = torch.zeros(allowed.shape, dtype=dtype, device=allowed.device)
    return scores.masked_fill(~allowed, torch.finfo(dtype).min)[:, None]
