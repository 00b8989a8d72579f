"""Cosines of the angles between vectors: how alike two of them are, whatever their lengths."""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.floating]
Array = npt.NDArray[np.float64]
_ROUNDING = 1e-6  # of float32, in which models compute


def unit_rows(vectors: Vectors) -> Array:
    """The vectors at length 1. One that is zero stays zero, so that its cosine with anything is 0.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(exact, axis=-1, keepdims=True)
    return exact / np.where(lengths > 0, lengths, 1.0)


def centre_rows(vectors: Vectors) -> Array:
    """The vectors less their mean; one that is the mean, to rounding, is zero.

    A word's vectors all point much the same way (Ethayarajh 2019, https://arxiv.org/abs/1909.00512). Without what they
    share (Mu and Viswanath 2018, https://arxiv.org/abs/1702.01417) their cosines tell how they differ.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    left = exact - exact.mean(axis=0)
    is_mean = np.linalg.norm(left, axis=-1) <= _ROUNDING * np.linalg.norm(exact, axis=-1)
    return np.where(is_mean[:, None], 0.0, left)


def cosine_matrix(vectors: Vectors) -> Array:
    """The cosine of every two vectors.

    *Shape:* (point, width) -> (point, point)
    """
    unit = unit_rows(vectors)
    return np.clip(unit @ unit.T, -1.0, 1.0)
