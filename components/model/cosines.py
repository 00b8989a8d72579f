"""Cosines of the angles between vectors: how alike two of them are, whatever their lengths."""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.floating]
Array = npt.NDArray[np.float64]


def unit_rows(vectors: Vectors) -> Array:
    """The vectors at length 1. One that is zero stays zero, so that its cosine with anything is 0.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(exact, axis=-1, keepdims=True)
    return exact / np.where(lengths > 0, lengths, 1.0)


def cosine_matrix(vectors: Vectors) -> Array:
    """The cosine of every two vectors.

    *Shape:* (point, width) -> (point, point)
    """
    unit = unit_rows(vectors)
    return np.clip(unit @ unit.T, -1.0, 1.0)
