"""Synthetic vectors of a word with two senses, which separate from layer to layer."""

import numpy as np

from components.model.results import Floats


def two_senses(points: int = 40, layers: int = 4, width: int = 32, *, seed: int = 0) -> Floats:
    """Even points have one sense, odd ones the other. *Shape:* (point, layer, width)."""
    rng = np.random.default_rng(seed)
    sense = np.where(np.arange(points) % 2, 1.0, -1.0)
    base, direction = rng.normal(size=(points, width)), rng.normal(size=width)
    drift = rng.normal(size=(layers, points, width))
    by_layer = [base + 0.4 * drift[n] + n * 0.5 * np.outer(sense, direction) for n in range(layers)]
    return np.stack(by_layer, axis=1).astype(np.float32)
