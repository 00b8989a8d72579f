"""Cosine similarity of vectors."""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.floating]
Array = npt.NDArray[np.float64]
_ROUNDING = 1e-6  # of float32, in which models compute


def unit_rows(vectors: Vectors) -> Array:
    """Scale vectors to length 1. A zero vector stays zero, so its cosine with any vector is 0.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(exact, axis=-1, keepdims=True)
    return exact / np.where(lengths > 0, lengths, 1.0)


def centre_rows(vectors: Vectors) -> Array:
    """Subtract the mean vector; a vector that equals the mean up to rounding becomes zero.

    The vectors of a word all point in similar directions (Ethayarajh 2019, https://arxiv.org/abs/1909.00512). Without
    this shared part (Mu and Viswanath 2018, https://arxiv.org/abs/1702.01417) their cosines show how they differ.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    deviations = exact - exact.mean(axis=0)
    is_mean = np.linalg.norm(deviations, axis=-1) <= _ROUNDING * np.linalg.norm(exact, axis=-1)
    return np.where(is_mean[:, None], 0.0, deviations)


def cosine_matrix(vectors: Vectors) -> Array:
    """The cosine of every pair of vectors.

    *Shape:* (point, width) -> (point, point)
    """
    unit = unit_rows(vectors)
    return np.clip(unit @ unit.T, -1.0, 1.0)
