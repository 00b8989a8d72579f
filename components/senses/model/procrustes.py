"""Orthogonal Procrustes alignment of the projections of consecutive layers.

Projections are defined only up to rotation and reflection: PCA may mirror its axes, UMAP and t-SNE may rotate
everything. Shown one after the other, such pictures jump although nothing has moved. So each is rotated or mirrored as
a whole to match the one before: Schönemann 1966, "A generalized solution of the orthogonal Procrustes problem"
(https://doi.org/10.1007/BF02289451). Distances within a picture do not change.

Pictures are first brought to a common centre and size, and are not scaled by least squares: a layer would be drawn the
smaller the less it resembles the one before, and a model of twelve layers would seem to collapse.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def rms_radius(points: Array) -> float:
    """Root mean square distance of the points from their centre."""
    return float(np.sqrt(np.square(points - points.mean(axis=0)).sum(axis=1).mean()))


def normalise(points: Array) -> Array:
    """Points centred on 0 and scaled to an RMS radius of 1; all 0 if the points coincide."""
    centred, radius = points - points.mean(axis=0), rms_radius(points)
    smallest = np.finfo(np.float32).tiny
    normalised: Array = centred / radius if radius > smallest else np.zeros_like(centred)
    return normalised


def procrustes_rotation(points: Array, onto: Array) -> Array:
    """The rotation, or rotation and reflection, that brings ``points`` nearest to ``onto``.

    Apply it as ``points @ rotation``. *Shape:* (2, 2)
    """
    left, _, right = np.linalg.svd(points.T @ onto)
    rotation: Array = left @ right
    return rotation


def alignment_rotations(pictures: Sequence[Array]) -> list[Array]:
    """The rotations that align each of some centred pictures of the same points with the one before it.

    A picture in which all points coincide is skipped: the next one is aligned with the picture before it.
    """
    rotations: list[Array] = []
    previous: Array | None = None
    for picture in pictures:
        rotations.append(np.eye(2) if previous is None else procrustes_rotation(picture, previous))
        if picture.any():
            previous = picture @ rotations[-1]
    return rotations
