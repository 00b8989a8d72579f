"""A map of senses whose points are mixed at the first layer, and in one cloud a sense at the last."""

import numpy as np
import streamlit as st

from components.senses.map import sense_map
from components.senses.tables.map import encode_sense_map

LAYERS, SENSES = 5, 6
_SENTENCE, _SPAN = "They sat on the bank.", (16, 20)


@st.cache_resource(max_entries=1)
def alternatives(points: int) -> list[np.ndarray]:
    """Where so many points lie. *Shape:* (layer, point, 2)."""
    random = np.random.default_rng(0)
    turn = 2 * np.pi * np.arange(points) / SENSES
    mixed = random.normal(scale=0.5, size=(points, 2))
    apart = 1.5 * np.stack([np.cos(turn), np.sin(turn)], axis=-1) + random.normal(scale=0.35, size=(points, 2))
    part = np.linspace(0, 1, LAYERS)[:, None, None]
    return [(1 - part) * mixed + part * apart]


def draw(positions: np.ndarray) -> bytes:
    """The map."""
    points = positions.shape[1]
    sent = encode_sense_map(
        positions,
        layer_names=[f"Layer {layer}" for layer in range(LAYERS)],
        labels=[f"sense {point % SENSES}" for point in range(points)],
        texts=[_SENTENCE] * points,
        spans=[_SPAN] * points,
    )
    sense_map(sent, key="map")
    return sent
