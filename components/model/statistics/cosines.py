"""Cosine similarity of vectors."""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.floating]
Array = npt.NDArray[np.float64]


def unit_rows(vectors: Vectors) -> Array:
    """Scale vectors to length 1. A zero vector stays zero, so its cosine with any vector is 0.

    *Shape:* (point, width)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(exact, axis=-1, keepdims=True)
    return exact / np.where(lengths > 0, lengths, 1.0)


def cosine_matrix(vectors: Vectors) -> Array:
    """The cosine of every pair of vectors.

    *Shape:* (point, width) -> (point, point)
    """
    unit = unit_rows(vectors)
    return np.clip(unit @ unit.T, -1.0, 1.0)
