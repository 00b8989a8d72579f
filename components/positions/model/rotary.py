"""RoPE by hand: one pair of dimensions of a query and a key, rotated by their positions.

Rotary positions (Su et al. 2021, https://arxiv.org/abs/2104.09864) split queries and keys into pairs of dimensions and
rotate pair i at position m by m times its frequency base^(-2i/width). Rotating both vectors by the same angle keeps
their dot product, so that of a query at m and a key at n depends on m - n alone. Everything is in double precision, so
that deviations from this are rounding errors.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError
from components.positions.model.formulas import DEFAULT_BASE, MAX_POSITIONS, Array, frequencies


@dataclass(frozen=True, eq=False)
class RotaryPair:
    """Two dimensions of a query and a key, before and after rotation.

    Attributes:
        pair: The index of the pair, from 0.
        width: The dimensions of the head, which has half as many pairs.
        base: The base of the frequencies.
        theta: The rotation from one position to the next, in radians.
        m: The position of the query.
        n: The position of the key.

    *Shape:* ``query``, ``key``, ``rotated_query``, ``rotated_key`` (2,)
    """

    pair: int
    width: int
    base: float
    theta: float
    m: int
    n: int
    query: Array
    key: Array
    rotated_query: Array
    rotated_key: Array

    @property
    def distance(self) -> int:
        """The distance m - n from the key to the query."""
        return self.m - self.n

    @property
    def dot(self) -> float:
        """The pair's contribution to the dot product of the rotated query and key."""
        return float(self.rotated_query @ self.rotated_key)

    @property
    def angle(self) -> float:
        """The angle from the rotated key to the rotated query, in radians, above -pi and up to pi."""
        (x, y), (u, v) = self.rotated_query, self.rotated_key
        return math.atan2(u * y - v * x, self.dot)

    def dots_at(self, distances: npt.ArrayLike) -> Array:
        """The dot product for other distances of query and key. *Shape:* (distance,) -> (distance,)."""
        moved = rotate(self.query, np.asarray(distances, dtype=np.float64), self.theta)  # (distance, 2)
        dots: Array = moved @ self.key
        return dots


def pair_frequency(pair: int, width: int, *, base: float = DEFAULT_BASE) -> float:
    """The rotation of one pair of dimensions from one position to the next, in radians: base^(-2 pair/width).

    Raises:
        UserError: There is no such pair, or the width is odd or out of range.
    """
    all_frequencies = frequencies(width, base=base)
    if not 0 <= pair < len(all_frequencies):
        raise UserError(
            f"A head of {width:,} dimensions has pairs 0 to {len(all_frequencies) - 1:,}. Choose one of them."
        )
    return float(all_frequencies[pair])


def rotate(vector: npt.ArrayLike, position: npt.ArrayLike, theta: float) -> Array:
    """Rotate a vector by position times ``theta``, from the first axis towards the second.

    *Shape:* (2,) and (...) -> (..., 2)
    """
    x, y = np.asarray(vector, dtype=np.float64)
    angle = np.asarray(position, dtype=np.float64) * theta
    return np.stack([x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], axis=-1)


def undo_rotation(vector: npt.ArrayLike, position: int, *, base: float = DEFAULT_BASE) -> Array:
    """Undo the rotation of a head's query or key at a position. Pairs are neighbouring dimensions, as in the paper.

    *Shape:* (width,) -> (width,)

    Raises:
        UserError: The width is odd or out of range.
    """
    pairs = np.asarray(vector, dtype=np.float64).reshape(-1, 2)  # (pair, 2)
    back = -position * frequencies(2 * len(pairs), base=base)
    x, y = pairs.T
    rotated_back: Array = np.stack([x * np.cos(back) - y * np.sin(back), x * np.sin(back) + y * np.cos(back)], axis=-1)
    return rotated_back.reshape(-1)


def rotary_pair(
    query: Sequence[float], key: Sequence[float], m: int, n: int, pair: int, width: int, *, base: float = DEFAULT_BASE
) -> RotaryPair:
    """Rotate one pair of a query at position ``m`` and of a key at position ``n``.

    Raises:
        UserError: A vector is not two finite numbers, is too short or too long, a position is out of range, or there
            is no such pair.
    """
    theta = pair_frequency(pair, width, base=base)
    for position in (m, n):
        if not 0 <= position < MAX_POSITIONS:
            raise UserError(f"Choose positions from 0 to {MAX_POSITIONS - 1:,}.")
    query_vector, key_vector = _check_direction(query), _check_direction(key)
    return RotaryPair(
        pair,
        width,
        base,
        theta,
        m,
        n,
        query_vector,
        key_vector,
        rotate(query_vector, m, theta),
        rotate(key_vector, n, theta),
    )


def _check_direction(vector: Sequence[float]) -> Array:
    direction: Array = np.asarray(vector, dtype=np.float64)
    if direction.shape != (2,) or not np.isfinite(direction).all() or not 1e-6 <= np.linalg.norm(direction) <= 1e6:
        raise UserError("Query and key are arrows here. Choose lengths between a millionth and a million.")
    return direction
