"""Linear centred kernel alignment (CKA): how similar two representations of the same points are.

It compares the similarities between points, so widths may differ, and rotating or scaling a set changes nothing.
Source: Kornblith, Norouzi, Lee & Hinton 2019, "Similarity of Neural Network Representations Revisited",
https://arxiv.org/abs/1905.00414. With fewer points than dimensions it is high for unrelated vectors too: compare it
with the alignment of shuffled points.
"""

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import Array, Vectors

Order = npt.NDArray[np.int64]


def centred_kernel(vectors: Vectors) -> Array:
    """The centred linear kernel of some points, scaled to norm 1; zero if all points are equal.

    *Shape:* (point, width) -> (point, point)
    """
    exact = np.asarray(vectors, dtype=np.float64)
    centred = exact - exact.mean(axis=0)
    spread = float(np.abs(centred).max())
    if spread <= 1e-9 * float(np.abs(exact).max(initial=0.0)):
        return np.zeros((len(exact), len(exact)))
    centred /= spread  # squares of very large or small numbers would overflow or underflow
    kernel: Array = centred @ centred.T
    return kernel / np.linalg.norm(kernel)


def kernel_alignment(first: Array, second: Array) -> float:
    """Linear CKA, from 0 to 1, of two representations of the same points, from their kernels.

    *Shape:* (point, point) each
    """
    return float(np.clip((first * second).sum(), 0.0, 1.0))


def shuffled_alignment(first: Array, second: Array, orders: list[Order]) -> float:
    """The mean alignment with the points of the first set in the given orders, as a baseline."""
    return float(np.mean([kernel_alignment(first[np.ix_(order, order)], second) for order in orders]))
