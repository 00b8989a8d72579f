"""How well sentence vectors separate partners, which mean the same, from strangers, which have nothing in common.

Sentences 2k and 2k + 1 of a list are partners; every other two are strangers. A mean cosine alone says little: vectors
may all point much the same way (Ethayarajh 2019, https://arxiv.org/abs/1909.00512). What counts is the gap between the
two kinds, measured against their spread (d', Green and Swets 1966).
"""

import numpy as np

from components.model.statistics.bootstrap import resample_indices
from components.model.statistics.cosines import Array


def partner_cosines(cosines: Array) -> Array:
    """The cosine of each two partners. *Shape:* (sentence, sentence) -> (pair,)."""
    firsts = np.arange(0, len(cosines), 2)
    return cosines[firsts, firsts + 1]


def stranger_cosines(cosines: Array) -> Array:
    """The cosine of every two strangers. *Shape:* (sentence, sentence) -> (strangers,)."""
    pair = np.arange(len(cosines)) // 2
    rows, columns = np.nonzero(pair[:, None] < pair[None, :])
    return cosines[rows, columns]


def separation(cosines: Array) -> float:
    """The mean cosine of partners less that of strangers, over the root mean of both variances (d')."""
    return float(_separations(cosines, np.ones((1, len(cosines) // 2)))[0])


def resampled_separations(cosines: Array) -> Array:
    """Separation for bootstrap draws of pairs; NaN where a draw holds a single pair. *Shape:* (draw,)."""
    pairs = len(cosines) // 2
    weights = np.stack([np.bincount(draw, minlength=pairs) for draw in resample_indices(pairs)]).astype(float)
    return _separations(cosines, weights)


def nearest_partners(cosines: Array) -> int:
    """How many sentences have their partner as nearest neighbour."""
    others = cosines - 4 * np.eye(len(cosines))
    return int((others.argmax(axis=1) == np.arange(len(cosines)) ^ 1).sum())


def _separations(cosines: Array, weights: Array) -> Array:
    """Separation with each pair counted as often as ``weights`` say. *Shape:* (draw, pair) -> (draw,)."""
    pair = np.arange(len(cosines)) // 2
    rows, columns = np.nonzero(pair[:, None] < pair[None, :])
    strangers = weights[:, pair[rows]] * weights[:, pair[columns]]
    partner_mean, partner_variance = _moments(partner_cosines(cosines), weights)
    stranger_mean, stranger_variance = _moments(stranger_cosines(cosines), strangers)
    with np.errstate(invalid="ignore", divide="ignore"):
        gap: Array = (partner_mean - stranger_mean) / np.sqrt((partner_variance + stranger_variance) / 2)
    return gap


def _moments(values: Array, weights: Array) -> tuple[Array, Array]:
    """Weighted means and variances. *Shape:* (value,), (draw, value) -> (draw,) each."""
    with np.errstate(invalid="ignore"):
        mean = weights @ values / weights.sum(axis=1)
        return mean, (weights * (values - mean[:, None]) ** 2).sum(axis=1) / weights.sum(axis=1)
