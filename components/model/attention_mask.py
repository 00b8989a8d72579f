"""Which token may look at which: attention masks as a type.

A mask says for every query which keys it may see. Models want it as numbers added to the attention scores before the
softmax: 0 where a key is seen, the lowest number there is where it is not. It has to be a *float* mask of four
dimensions: BERT under eager attention silently treats a boolean one as zeros and ones to add, and so leaks the future.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from components.model.refusal import Refusal

Allowed = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Bidirectional:
    """Every token sees every token."""

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key)."""
        return np.ones((length, length), dtype=np.bool_)


@dataclass(frozen=True)
class Causal:
    """Every token sees itself and what stands before it."""

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key), lower triangular."""
        return np.tri(length, dtype=np.bool_)


@dataclass(frozen=True)
class Given:
    """A mask drawn by hand, row by row: ``rows[query][key]``."""

    rows: tuple[tuple[bool, ...], ...]

    def allowed(self, length: int) -> Allowed:
        """*Shape:* (query, key).

        Raises:
            Refusal: The mask is not square, not of this length, or leaves a token nothing to look at.
        """
        if len(self.rows) != length or any(len(row) != length for row in self.rows):
            raise Refusal(f"That mask is not {length} by {length}, as this sentence needs.")
        if not all(any(row) for row in self.rows):
            raise Refusal("Every token needs at least one token to look at: one row of that mask is empty.")
        return np.array(self.rows, dtype=np.bool_)


AttentionMask = Bidirectional | Causal | Given


def additive(allowed: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What a model adds to its attention scores.

    Args:
        allowed: Boolean, True where a key is seen and is not padding. *Shape:* (batch, query, key)
        dtype: The model's.

    Returns:
        0 or the lowest number of ``dtype``. *Shape:* (batch, 1, query, key)
    """
    scores = torch.zeros(allowed.shape, dtype=dtype, device=allowed.device)
    return scores.masked_fill(~allowed, torch.finfo(dtype).min)[:, None]
