"""The panels of a table of positions as wide as BERT's, beside the formulas."""

import numpy as np
import streamlit as st

from components.positions.model.formulas import alibi_bias, rotary_similarity, sinusoidal_table, toeplitz_matrix
from components.positions.model.similarity import similarity_matrix
from components.positions.panels import position_panels
from components.positions.tables.panels import MatrixPanel, position_panels_bytes

WIDTH, HEAD_WIDTH, HEADS = 768, 64, 12


@st.cache_resource(max_entries=1)
def alternatives(count: int) -> list[list[MatrixPanel]]:
    """The panels of two tables of so many positions."""
    return [_panels(count, seed) for seed in range(2)]


def draw(panels: list[MatrixPanel]) -> bytes:
    """All of them."""
    sent = position_panels_bytes(panels)
    position_panels(sent, key="panels")
    return sent


def _panels(count: int, seed: int) -> list[MatrixPanel]:
    """A table of random walks as a learned one, beside the formulas: seven panels as in the room."""
    random = np.random.default_rng(seed)
    learned = 0.04 * np.cumsum(random.normal(size=(count, WIDTH)), axis=0)
    learned += random.normal(scale=0.1, size=(count, WIDTH))
    sines, turned = sinusoidal_table(count, WIDTH), rotary_similarity(count, HEAD_WIDTH)
    position, dimension = "position", "dimension"
    return [
        MatrixPanel("Learned: table", learned, position, dimension, True),
        MatrixPanel("Sinusoidal: table", sines, position, dimension, True),
        MatrixPanel("Learned: cosine", similarity_matrix(learned), position, position, True),
        MatrixPanel("Sinusoidal: cosine", similarity_matrix(sines), position, position, True),
        MatrixPanel("RoPE: mean of all pairs", toeplitz_matrix(turned.mean(axis=-1)), position, position, True),
        MatrixPanel("RoPE: pair by pair", turned, "distance", "pair", True),
        MatrixPanel("ALiBi: bias", alibi_bias(count, HEADS)[0], position, position, False),
    ]
