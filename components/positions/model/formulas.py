"""Positions by rule: vectors, turns and biases that follow from a formula and end nowhere.

*Sinusoidal* positions are added to the words (Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762).
*Rotary* positions (RoPE) turn queries and keys instead (Su et al. 2021, https://arxiv.org/abs/2104.09864). *ALiBi* adds
a penalty that grows with distance to the attention scores (Press et al. 2022, https://arxiv.org/abs/2108.12409). All in
double precision, so that what remains of a law is rounding.
"""

import math

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Array = npt.NDArray[np.float64]
MAX_POSITIONS, MAX_DIMENSIONS, MAX_HEADS = 8192, 8192, 256
DEFAULT_BASE = 10_000.0


def frequencies(width: int, *, base: float = DEFAULT_BASE) -> Array:
    """How far each pair of dimensions turns from one position to the next: base^(-2i/width), in radians.

    *Shape:* (pair,)

    Raises:
        UserError: The width is odd, so that one dimension has no partner, or out of range.
    """
    if width % 2 or not 2 <= width <= MAX_DIMENSIONS:
        raise UserError(f"Dimensions come in pairs. Choose an even number from 2 to {MAX_DIMENSIONS:,}.")
    if not (math.isfinite(base) and base > 0):
        raise UserError("The base must be above 0. The default is 10,000.")
    found: Array = base ** -(np.arange(0, width, 2, dtype=np.float64) / width)
    return found


def sinusoidal_table(positions: int, width: int) -> Array:
    """Sines in even dimensions, cosines in odd ones, each pair slower than the one before.

    *Shape:* (position, dimension)

    Raises:
        UserError: The width is odd, or a size is out of range.
    """
    angles = _places(positions)[:, None] * frequencies(width)  # (position, pair)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(positions, width)


def rotary_similarity(positions: int, width: int, *, base: float = DEFAULT_BASE) -> Array:
    """The dot product of a vector with itself moved by n positions, in each pair: cos(n * rate).

    The pair is taken at length 1, so 1 is the product of a vector with itself where it stands. The mean over pairs is
    the cosine of a query with itself moved, if all its pairs are of one length.

    *Shape:* (distance, pair), the first distance being 0

    Raises:
        UserError: The width is odd, or a size is out of range.
    """
    found: Array = np.cos(_places(positions)[:, None] * frequencies(width, base=base))
    return found


def toeplitz_matrix(values: npt.ArrayLike) -> Array:
    """A function of distance as a matrix: every cell has the value of how far its row and column are apart.

    *Shape:* (distance,) -> (position, position)
    """
    row = np.asarray(values, dtype=np.float64)
    places = np.arange(len(row))
    found: Array = row[np.abs(places[:, None] - places)]
    return found


def alibi_slopes(heads: int) -> Array:
    """How steep the penalty is in each head.

    A geometric series from 2^(-8/heads) on for a power of two; other numbers take the series of the next smaller power
    and every other slope of the next larger one, as the authors' code does.

    *Shape:* (head,)

    Raises:
        UserError: The number of heads is out of range.
    """
    if not 1 <= heads <= MAX_HEADS:
        raise UserError(f"Choose from 1 to {MAX_HEADS} heads.")
    power = 1 << (heads.bit_length() - 1)
    return np.concatenate([_series(power), _series(2 * power)[::2][: heads - power]])


def alibi_bias(positions: int, heads: int) -> Array:
    """What ALiBi adds to the attention scores: minus the distance times the head's slope.

    The paper's models read from left to right and need only one side of it; here it is the same on both.

    *Shape:* (head, query, key)

    Raises:
        UserError: A size is out of range.
    """
    distances = toeplitz_matrix(_places(positions))
    found: Array = -alibi_slopes(heads)[:, None, None] * distances
    return found


def _series(heads: int) -> Array:
    found: Array = 2.0 ** (-8 * np.arange(1, heads + 1) / heads)
    return found


def _places(positions: int) -> Array:
    if not 1 <= positions <= MAX_POSITIONS:
        raise UserError(f"Choose from 1 to {MAX_POSITIONS:,} positions.")
    return np.arange(positions, dtype=np.float64)
