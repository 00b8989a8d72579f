"""Panels made by a rule, for the page that shows them and for the tests that know what they should show."""

import numpy as np

from components.positions.tables.panels import MatrixPanel

DIMENSIONS = 64
POSITION, DIMENSION = "position", "dimension"
STRANGE = "<img src=x onerror=hacked()> عربي"


def _rates() -> np.ndarray:
    return np.asarray(10_000.0 ** -(np.arange(0, DIMENSIONS, 2) / DIMENSIONS))


def sinusoidal(positions: int) -> np.ndarray:
    """*Shape:* (position, dimension)."""
    angles = np.arange(positions)[:, None] * _rates()
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(positions, DIMENSIONS)


def learned(positions: int) -> np.ndarray:
    """Neighbours alike, and some noise, as in a table that was trained. *Shape:* (position, dimension)."""
    draw = np.random.default_rng(0)
    walk = 0.04 * np.cumsum(draw.normal(size=(512, DIMENSIONS)), axis=0)
    return (walk + draw.normal(scale=0.1, size=walk.shape))[:positions]


def cosines(table: np.ndarray) -> np.ndarray:
    """*Shape:* (position, position)."""
    directions = table / np.linalg.norm(table, axis=-1, keepdims=True)
    return np.asarray(directions @ directions.T)


def panels(positions: int, *, strange: bool = False) -> list[MatrixPanel]:
    """Squares, a shorter one and one that does not part at 0 among them, and two tables."""
    apart = np.abs(np.arange(positions)[:, None] - np.arange(positions))
    learned_table, sinusoidal_table = learned(positions), sinusoidal(positions)
    short = cosines(learned_table[: positions // 4])
    return [
        MatrixPanel("Learned: cosine", cosines(learned_table), POSITION, POSITION, True),
        MatrixPanel("Sinusoidal: cosine", cosines(sinusoidal_table), POSITION, POSITION, True),
        MatrixPanel("A short one: cosine", short, POSITION, POSITION, True),
        MatrixPanel("ALiBi: bias", -apart / 4, POSITION, POSITION, False),
        MatrixPanel(STRANGE if strange else "Learned: table", learned_table, POSITION, DIMENSION, True),
        MatrixPanel("Sinusoidal: table", sinusoidal_table, POSITION, DIMENSION, True),
    ]
