"""How well a projection preserves neighbourhoods."""

import numpy as np

from components.senses.model.procrustes import Array

NEIGHBOUR_COUNT = 10
SAMPLE_SIZE = 500  # points: more are sampled evenly, so that 5,000 sentences do not take a minute


def neighbourhood_preservation(full: Array, picture: Array) -> float:
    """The mean share of a point's nearest neighbours in the full space that are also among its nearest in the picture.

    The number of neighbours is ten, or half of the other points if those are fewer than twenty. By chance the share
    would be ten divided by the number of other points. Points that are equally near in the picture all count.

    Args:
        full: *Shape:* (point, width)
        picture: *Shape:* (point, 2)
    """
    points = len(full)
    count = max(1, min(NEIGHBOUR_COUNT, (points - 1) // 2))
    sample = np.unique(np.linspace(0, points - 1, min(points, SAMPLE_SIZE)).astype(int))
    distances, picture_distances = _distances(full, sample), _distances(picture, sample)
    neighbours = np.argpartition(distances, count - 1, axis=1)[:, :count]
    furthest = np.partition(picture_distances, count - 1, axis=1)[:, count - 1, None]
    return float((np.take_along_axis(picture_distances, neighbours, axis=1) <= furthest + 1e-9).mean())


def _distances(points: Array, sample: np.ndarray) -> Array:
    """Squared distances, infinite from a point to itself. *Shape:* (sample, point)."""
    squares = np.square(points).sum(axis=1)
    distances: Array = squares[sample, None] + squares - 2 * points[sample] @ points.T
    distances[np.arange(len(sample)), sample] = np.inf
    return distances
