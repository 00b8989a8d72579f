"""How far a picture can be trusted: whether the neighbours one sees in it are neighbours in the full space."""

import numpy as np

from components.senses.model.procrustes import Array

NEIGHBOUR_COUNT = 10
SAMPLE_SIZE = 500  # points; of more, an even sample is asked, so that 5,000 sentences do not take a minute


def neighbourhood_preservation(full: Array, picture: Array) -> float:
    """The mean share of a point's nearest neighbours in full space that are among its nearest in the picture.

    These are ten, or half of all other points where those are fewer than twenty. By chance the share would be ten
    divided by the number of other points. Points equally near in the picture all count as near.

    Args:
        full: *Shape:* (point, width)
        picture: *Shape:* (point, 2)
    """
    points = len(full)
    count = max(1, min(NEIGHBOUR_COUNT, (points - 1) // 2))
    asked = np.unique(np.linspace(0, points - 1, min(points, SAMPLE_SIZE)).astype(int))
    apart, apart_drawn = _distances(full, asked), _distances(picture, asked)
    near = np.argpartition(apart, count - 1, axis=1)[:, :count]
    furthest = np.partition(apart_drawn, count - 1, axis=1)[:, count - 1, None]
    return float((np.take_along_axis(apart_drawn, near, axis=1) <= furthest + 1e-9).mean())


def _distances(points: Array, asked: np.ndarray) -> Array:
    """Squared distances, infinite to oneself. *Shape:* (asked, point)."""
    squares = np.square(points).sum(axis=1)
    apart: Array = squares[asked, None] + squares - 2 * points[asked] @ points.T
    apart[np.arange(len(asked)), asked] = np.inf
    return apart
