"""Aggregated attention: averages over heads, and sums over keys.

A row of attention says where one token's information comes from in one step of one head. Averages over heads keep
that meaning and lose who did it. The steps of several layers are followed by
:func:`components.attention.model.rollout.rollout`.

Everything here is arithmetic on arrays. *Shape:* (layer, head, query, key), rows over keys summing to 1.
"""

from collections.abc import Sequence

import numpy as np

from components.attention.model.results import SegmentShares
from components.model.results import Floats


def mean_over_heads(attention: Floats) -> Floats:
    """The average over the heads of each layer. *Shape:* (layer, query, key)."""
    return _read_only(attention.mean(axis=1))


def mean_of_all(attention: Floats) -> Floats:
    """The average over all heads of the model. *Shape:* (query, key)."""
    return _read_only(attention.mean(axis=(0, 1)))


def segment_shares(attention: Floats, segments: Sequence[int], special: Sequence[bool]) -> SegmentShares:
    """The attention that the sentences of a pair send to themselves, to each other and to special tokens.

    Only words count as queries: the rows of [CLS] and [SEP] are left out. The special tokens of both sentences are a
    separate key, so that the three shares of a sentence (to the first, to the second, to special tokens) sum to 1.

    Args:
        attention: *Shape:* (layer, head, query, key)
        segments: The sentence of every token: 0 or 1.
        special: Whether each token is a special token.

    Raises:
        ValueError: There are not two sentences with words in them.
    """
    kinds = np.where(special, 2, segments)  # (token,)
    if not {0, 1} <= set(kinds.tolist()):
        raise ValueError("both segments need a token that is no mark")
    of_kind = kinds == np.arange(3)[:, None]  # (kind, token)
    from_words = of_kind[:2] / of_kind[:2].sum(axis=1, keepdims=True)  # (from sentence, query)
    shares = from_words @ (attention @ of_kind.T.astype(np.float32))  # (layer, head, from sentence, kind)
    return SegmentShares(between=_read_only(shares[..., :2]), to_special=_read_only(shares[..., 2]))


def _read_only(values: np.ndarray) -> Floats:
    """As a read-only float32 array, since visitors share it."""
    single: Floats = np.ascontiguousarray(values, dtype=np.float32)
    single.flags.writeable = False
    return single
