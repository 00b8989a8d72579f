"""A river whose threads are mixed at the first layer, and apart at the last."""

import numpy as np
import streamlit as st

from components.senses.map import last_layer
from components.senses.model.results import WordPoint
from components.senses.model.river_results import River
from components.senses.river import river_picture
from components.senses.tables.river import encode_river

LAYERS = 7
_POINT = WordPoint(0, "They sat on the bank.", 16, 20, (5,), "bank")


@st.cache_resource(max_entries=1)
def alternatives(threads: int) -> list[np.ndarray]:
    """The heights of so many threads. *Shape:* (layer, thread)."""
    random = np.random.default_rng(0)
    side = np.where(np.arange(threads) % 2, 0.2, -0.2)
    part = np.linspace(0, 1, LAYERS)[:, None]
    return [part * side + random.normal(scale=0.06, size=(LAYERS, threads))]


def draw(heights: np.ndarray) -> bytes:
    """The river."""
    threads = heights.shape[1]
    river = River(
        senses=("money", "river"),
        points=tuple(range(threads)),
        signs=tuple(1 if thread % 2 else -1 for thread in range(threads)),
        heights=tuple(tuple(layer.tolist()) for layer in heights),
        right_counts=(threads,) * LAYERS,
        shuffled=(0.5,) * LAYERS,
        shuffled_low=(0.4,) * LAYERS,
        shuffled_high=(0.6,) * LAYERS,
    )
    sent = encode_river(river, [_POINT] * threads, "bank")
    river_picture(sent, key="river", initial=last_layer(sent))
    return sent
