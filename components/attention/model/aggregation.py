"""Aggregated attention: averages over heads or layers, rollout through the layers, and sums over keys.

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
    """The average over the heads of each layer. *Shape:* (layer, query, key)."""
    return _read_only(attention.mean(axis=1))


def mean_over_layers(attention: Floats) -> Floats:
    """The average over layers of the heads with the same number, which have learned nothing in common.

    *Shape:* (head, query, key)
    """
    return _read_only(attention.mean(axis=0))


def mean_of_all(attention: Floats) -> Floats:
    """The average over all heads of the model. *Shape:* (query, key)."""
    return _read_only(attention.mean(axis=(0, 1)))


def rollout(attention: Floats) -> Floats:
    """Attention rollout: the share of each input token in each token after every layer.

    A fully masked row passes its token on unchanged. *Shape:* (layer, query, input token), rows summing
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
    """The attention that each token receives: the mean of its column over the queries that may attend to it.

    A query may attend to a token if some head of the layer gives it any weight: masks are the same for all heads of a
    layer, and a softmax is never exactly 0 elsewhere. So the first tokens of a causal model have no advantage from the
    number of tokens after them. A token masked for all queries receives 0. Without a mask, a head's values sum to 1.

    *Shape:* (layer, head, key)
    """
    query_counts = (attention > 0).any(axis=1).sum(axis=1)  # (layer, key)
    return _read_only(attention.sum(axis=2, dtype=np.float64) / np.maximum(query_counts, 1)[:, None])


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
