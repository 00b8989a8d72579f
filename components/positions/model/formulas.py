"""Position encodings by formula: sinusoidal vectors, rotations and biases, for positions without end.

*Sinusoidal* positions are added to the words (Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762).
*Rotary* positions (RoPE) rotate queries and keys instead (Su et al. 2021, https://arxiv.org/abs/2104.09864). *ALiBi*
adds a penalty that grows with distance to the attention scores (Press et al. 2022, https://arxiv.org/abs/2108.12409).
Everything is in double precision, so that deviations from a law are rounding errors.
"""

import math

import numpy as np
import numpy.typing as npt

from components.model.user_errors import UserError

Array = npt.NDArray[np.float64]
MAX_POSITIONS, MAX_DIMENSIONS, MAX_HEADS = 8192, 8192, 256
DEFAULT_BASE = 10_000.0


def frequencies(width: int, *, base: float = DEFAULT_BASE) -> Array:
    """The rotation of each pair of dimensions from one position to the next: base^(-2i/width), in radians.

    *Shape:* (pair,)

    Raises:
        UserError: The width is odd or out of range, or the base is not a positive number.
    """
    if width % 2 or not 2 <= width <= MAX_DIMENSIONS:
        raise UserError(f"Dimensions come in pairs. Choose an even number from 2 to {MAX_DIMENSIONS:,}.")
    if not (math.isfinite(base) and base > 0):
        raise UserError("The base must be above 0. The default is 10,000.")
    values: Array = base ** -(np.arange(0, width, 2, dtype=np.float64) / width)
    return values


def sinusoidal_table(positions: int, width: int) -> Array:
    """Sinusoidal position embeddings: sines in even dimensions, cosines in odd ones, each pair slower than the last.

    *Shape:* (position, dimension)

    Raises:
        UserError: The width is odd, or a size is out of range.
    """
    angles = _position_range(positions)[:, None] * frequencies(width)  # (position, pair)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(positions, width)


def rotary_similarity(positions: int, width: int, *, base: float = DEFAULT_BASE) -> Array:
    """The dot product of a unit vector with itself rotated by n positions, in each pair: cos(n * frequency).

    The mean over pairs is the cosine of a query with itself n positions away, if all its pairs have the same length.

    *Shape:* (distance, pair), from distance 0

    Raises:
        UserError: The width is odd, or a size is out of range.
    """
    values: Array = np.cos(_position_range(positions)[:, None] * frequencies(width, base=base))
    return values


def toeplitz_matrix(values: npt.ArrayLike) -> Array:
    """The symmetric Toeplitz matrix of a function of distance: cell (i, j) has the value at distance abs(i - j).

    *Shape:* (distance,) -> (position, position)
    """
    row = np.asarray(values, dtype=np.float64)
    places = np.arange(len(row))
    matrix: Array = row[np.abs(places[:, None] - places)]
    return matrix


def alibi_slopes(heads: int) -> Array:
    """The slope of ALiBi's penalty in each head.

    For a power of two, a geometric series from 2^(-8/heads) on; otherwise the series of the next smaller power of two
    and every other slope of the next larger one, as in the authors' code.

    *Shape:* (head,)

    Raises:
        UserError: The number of heads is out of range.
    """
    if not 1 <= heads <= MAX_HEADS:
        raise UserError(f"Choose from 1 to {MAX_HEADS} heads.")
    power = 1 << (heads.bit_length() - 1)
    return np.concatenate([_geometric_slopes(power), _geometric_slopes(2 * power)[::2][: heads - power]])


def alibi_bias(positions: int, heads: int) -> Array:
    """The bias that ALiBi adds to the attention scores: minus the distance times the head's slope.

    The paper's models are causal and need only one side of it; here it is symmetric.

    *Shape:* (head, query, key)

    Raises:
        UserError: A size is out of range.
    """
    distances = toeplitz_matrix(_position_range(positions))
    bias: Array = -alibi_slopes(heads)[:, None, None] * distances
    return bias


def _geometric_slopes(heads: int) -> Array:
    slopes: Array = 2.0 ** (-8 * np.arange(1, heads + 1) / heads)
    return slopes


def _position_range(positions: int) -> Array:
    if not 1 <= positions <= MAX_POSITIONS:
        raise UserError(f"Choose from 1 to {MAX_POSITIONS:,} positions.")
    return np.arange(positions, dtype=np.float64)
