"""Attention weights read in other ways than head by head: averaged, multiplied up through the layers, summed by key.

A row of attention says where one token's information comes from in one step of one head. Averages over heads keep
that meaning and lose who did it. Attention rollout (Abnar & Zuidema 2020, https://arxiv.org/abs/2005.00928) follows
the steps through the layers: half of each token is taken to pass a layer unchanged, by the residual connection, so a
layer is (A + I) / 2 and layers are multiplied. That is a model of what flows, not a measurement: values, feed-forward
layers and normalisation play no part in it.

Everything here is arithmetic on arrays. *Shape:* (layer, head, query, key), rows over keys summing to 1.
"""

from collections.abc import Sequence

import numpy as np

from components.attention.model.results import SegmentShares
from components.model.results import Floats


def mean_over_heads(attention: Floats) -> Floats:
    """One matrix a layer. *Shape:* (layer, query, key)."""
    return _read_only(attention.mean(axis=1))


def mean_over_layers(attention: Floats) -> Floats:
    """One matrix a head number; the heads of that number in different layers have learned nothing in common.

    *Shape:* (head, query, key)
    """
    return _read_only(attention.mean(axis=0))


def mean_of_all(attention: Floats) -> Floats:
    """One matrix for the whole model. *Shape:* (query, key)."""
    return _read_only(attention.mean(axis=(0, 1)))


def rollout(attention: Floats) -> Floats:
    """How much of each input token is in each token after every layer, as attention rollout has it.

    A row that was hidden to nothing passes its token on unchanged. *Shape:* (layer, query, input token), rows summing
    to 1
    """
    steps = attention.mean(axis=1, dtype=np.float64) + np.eye(attention.shape[-1])  # (layer, query, key)
    steps /= steps.sum(axis=-1, keepdims=True)
    layers = np.empty_like(steps)
    reached = np.eye(attention.shape[-1])
    for layer, step in enumerate(steps):
        layers[layer] = reached = step @ reached
    return _read_only(layers)


def received_attention(attention: Floats) -> Floats:
    """The attention that each token receives: the mean of its column over the queries that may see it.

    A query may see a token if some head of the layer gives it any weight: masks are the same for all heads of a layer,
    and a softmax gives nothing else exactly 0. So the first tokens of a causal model are not ahead because more
    tokens come after them. A token that nobody may see receives 0. Where all see all, a head's figures sum to 1.

    *Shape:* (layer, head, key)
    """
    query_counts = (attention > 0).any(axis=1).sum(axis=1)  # (layer, key)
    return _read_only(attention.sum(axis=2, dtype=np.float64) / np.maximum(query_counts, 1)[:, None])


def segment_shares(attention: Floats, segments: Sequence[int], special: Sequence[bool]) -> SegmentShares:
    """How much attention goes from either sentence of a pair to either, and to the marks.

    Only words count as queries: what [CLS] and [SEP] look at is left out. As keys, the marks of both sentences are a
    share of their own, so that of every sentence: to the first + to the second + to marks = 1.

    Args:
        attention: *Shape:* (layer, head, query, key)
        segments: Of every token, the sentence it is part of: 0 or 1.
        special: Of every token, whether it is a mark.

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
    """In single precision, and not to be written to: visitors share it."""
    single: Floats = np.ascontiguousarray(values, dtype=np.float32)
    single.flags.writeable = False
    return single
