"""Attention rollout: attention followed from layer to layer, back to the input tokens.

Source: Abnar & Zuidema 2020, https://arxiv.org/abs/2005.00928. Half of each token is taken to pass a layer unchanged,
by the residual connection, so a layer is (A + I) / 2 and layers are multiplied. That is a model of what flows, not a
measurement: feed-forward layers and normalisation play no part in it.
"""

import numpy as np

from components.model.arrays import make_read_only
from components.model.results import Floats


def rollout(attention: Floats) -> Floats:
    """The share of each input token in each token after every layer.

    A fully masked row passes its token on unchanged.

    Args:
        attention: Of every head; heads are averaged. *Shape:* (layer, head, query, key), rows summing to 1

    Returns:
        *Shape:* (layer, query, input token), rows summing to 1
    """
    steps = attention.mean(axis=1, dtype=np.float64) + np.eye(attention.shape[-1])  # (layer, query, key)
    steps /= steps.sum(axis=-1, keepdims=True)
    layers = np.empty_like(steps)
    reached = np.eye(attention.shape[-1])
    for layer, step in enumerate(steps):
        layers[layer] = reached = step @ reached
    return make_read_only(layers.astype(np.float32))
