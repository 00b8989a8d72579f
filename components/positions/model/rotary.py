"""RoPE by hand: one pair of dimensions of a query and a key, turned by where they stand.

Rotary positions (Su et al. 2021, https://arxiv.org/abs/2104.09864) cut queries and keys into pairs of dimensions and
turn pair i at position m by m times its rate base^(-2i/width). A dot product does not change when both vectors are
turned alike, so that of a query at m with a key at n depends on m - n alone. Everything is in double precision, so
that what remains of the law is rounding.
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
    """Two dimensions of a query and a key, before and after they are turned.

    Attributes:
        pair: Which two dimensions, from 0; a head of ``width`` dimensions has half as many pairs.
        theta: How far the pair turns from one position to the next, in radians.
        m: The position of the query.
        n: The position of the key.

    *Shape:* ``query``, ``key``, ``turned_query``, ``turned_key`` (2,)
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
        """How far the query stands behind the key: m - n."""
        return self.m - self.n

    @property
    def dot(self) -> float:
        """What the pair adds to the query's dot product with the key, both turned."""
        return float(self.rotated_query @ self.rotated_key)

    @property
    def max_dot(self) -> float:
        """The largest dot product that vectors of these lengths can have."""
        return float(np.linalg.norm(self.query) * np.linalg.norm(self.key))

    @property
    def angle(self) -> float:
        """The angle from the turned key to the turned query, in radians, above -pi and up to pi."""
        (x, y), (u, v) = self.rotated_query, self.rotated_key
        return math.atan2(u * y - v * x, self.dot)

    def dots_at(self, distances: npt.ArrayLike) -> Array:
        """The dot product for other distances of query and key. *Shape:* (distance,) -> (distance,)."""
        moved = rotate(self.query, np.asarray(distances, dtype=np.float64), self.theta)  # (distance, 2)
        found: Array = moved @ self.key
        return found


def pair_frequency(pair: int, width: int, *, base: float = DEFAULT_BASE) -> float:
    """How far a pair of dimensions turns from one position to the next, in radians: base^(-2 pair/width).

    Raises:
        UserError: There is no such pair, or the width is odd or out of range.
    """
    found = frequencies(width, base=base)
    if not 0 <= pair < len(found):
        raise UserError(f"A head of {width:,} dimensions has pairs 0 to {len(found) - 1:,}. Choose one of them.")
    return float(found[pair])


def rotate(vector: npt.ArrayLike, position: npt.ArrayLike, theta: float) -> Array:
    """A vector turned by a position times a rate, from the first axis towards the second.

    *Shape:* (2,) and (...) -> (..., 2)
    """
    x, y = np.asarray(vector, dtype=np.float64)
    angle = np.asarray(position, dtype=np.float64) * theta
    return np.stack([x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], axis=-1)


def undo_rotation(vector: npt.ArrayLike, position: int, *, base: float = DEFAULT_BASE) -> Array:
    """A query or key of a head, all its pairs turned back from where it stands. Pairs are neighbours, as in the paper.

    *Shape:* (width,) -> (width,)

    Raises:
        UserError: The width is odd or out of range.
    """
    pairs = np.asarray(vector, dtype=np.float64).reshape(-1, 2)  # (pair, 2)
    back = -position * frequencies(2 * len(pairs), base=base)
    x, y = pairs.T
    found: Array = np.stack([x * np.cos(back) - y * np.sin(back), x * np.sin(back) + y * np.cos(back)], axis=-1)
    return found.reshape(-1)


def rotary_pair(
    query: Sequence[float], key: Sequence[float], m: int, n: int, pair: int, width: int, *, base: float = DEFAULT_BASE
) -> RotaryPair:
    """One pair of a query at position ``m`` and of a key at position ``n``.

    Raises:
        UserError: A vector is not two finite numbers or has no direction, a position is out of range, or there is no
            such pair.
    """
    theta = pair_frequency(pair, width, base=base)
    for position in (m, n):
        if not 0 <= position < MAX_POSITIONS:
            raise UserError(f"Choose positions from 0 to {MAX_POSITIONS - 1:,}.")
    one, other = _direction(query), _direction(key)
    return RotaryPair(pair, width, base, theta, m, n, one, other, rotate(one, m, theta), rotate(other, n, theta))


def _direction(vector: Sequence[float]) -> Array:
    found: Array = np.asarray(vector, dtype=np.float64)
    if found.shape != (2,) or not np.isfinite(found).all() or not 1e-6 <= np.linalg.norm(found) <= 1e6:
        raise UserError("Query and key are arrows here. Choose lengths between a millionth and a million.")
    return found
