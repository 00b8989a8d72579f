"""Additive attention masks: the numbers that a model adds to its attention scores before the softmax.

0 where a key is visible and the lowest number of the dtype where it is not. The mask has to be a *float* tensor of four
dimensions: under eager attention, BERT silently adds a boolean mask as zeros and ones, and so leaks the future.
"""

import torch


def additive_mask(allowed: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Convert a boolean mask to an additive one.

    Args:
        allowed: True where a key is visible and is not padding. *Shape:* (batch, query, key)
        dtype: The model's dtype.

    Returns:
        0 or the lowest number of ``dtype``. *Shape:* (batch, 1, query, key)
    """
    scores = torch.zeros(allowed.shape, dtype=dtype, device=allowed.device)
    return scores.masked_fill(~allowed, torch.finfo(dtype).min)[:, None]
