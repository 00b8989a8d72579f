"""Pictures of the layers laid on top of each other, so that looking through them shows what the model changed.

A method that draws a layer does not care which way is up: PCA may mirror its axes, UMAP and t-SNE may turn everything
round. Drawn one after the other such pictures jump though nothing has moved. So each is turned or mirrored, as a whole,
to come as near to the one before as it can: orthogonal Procrustes, Schönemann 1966, "A generalized solution of the
orthogonal Procrustes problem" (https://doi.org/10.1007/BF02289451). This leaves all distances within a picture alone.

Pictures are first brought to one centre and one size, and are not scaled by least squares: that would draw a layer the
smaller the less it resembles the one before, and a model of twelve layers would seem to collapse.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def rms_radius(points: Array) -> float:
    """Root mean square distance from the centre."""
    return float(np.sqrt(np.square(points - points.mean(axis=0)).sum(axis=1).mean()))


def normalise(points: Array) -> Array:
    """Points centred on 0 and brought to a size of 1; all on 0 where they are one point."""
    centred, found = points - points.mean(axis=0), rms_radius(points)
    smallest = np.finfo(np.float32).tiny
    sized_: Array = centred / found if found > smallest else np.zeros_like(centred)
    return sized_


def procrustes_rotation(points: Array, onto: Array) -> Array:
    """The rotation, or rotation and reflection, that brings ``points`` nearest to ``onto``: ``points @ turn``.

    *Shape:* (2, 2)
    """
    left, _, right = np.linalg.svd(points.T @ onto)
    found: Array = left @ right
    return found


def alignment_rotations(pictures: Sequence[Array]) -> list[Array]:
    """For each of some centred pictures of the same points, how it is turned to lie on the one before as that lies.

    A picture of a single spot says nothing about directions: the one after it looks back past it.
    """
    found: list[Array] = []
    last: Array | None = None
    for picture in pictures:
        found.append(np.eye(2) if last is None else procrustes_rotation(picture, last))
        if picture.any():
            last = picture @ found[-1]
    return found
