"""All heads of two traces of random attention; exact weights are fetched as in the room."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from components.attention.atlas import attention_atlas
from components.attention.tables.atlas import atlas_bytes, panel_at
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart

_NAMES = [str(number) for number in range(1, 13)]


@dataclass(frozen=True)
class OfferedAttention:
    """Weights, *Shape:* (layer, head, query, key), and the address of their download."""

    weights: np.ndarray
    address: str


@st.cache_resource(max_entries=1)
def alternatives(tokens: int) -> list[OfferedAttention]:
    """Two traces of ``tokens`` tokens."""
    return [_offer(random_attention(tokens, seed), f"{tokens} {seed}") for seed in range(2)]


def draw(heads: OfferedAttention) -> bytes:
    """Show the atlas."""
    tokens = ["word"] * heads.weights.shape[-1]
    sent = atlas_bytes(heads.weights, row_names=_NAMES, column_names=_NAMES, tokens=tokens, special=[0])
    attention_atlas(sent, key="atlas", panels_address=heads.address)
    return sent


def random_attention(tokens: int, seed: int) -> np.ndarray:
    """Softmaxed random scores. *Shape:* (layer, head, query, key)."""
    scores = np.random.default_rng(seed).standard_normal((12, 12, tokens, tokens), dtype=np.float32)
    scores *= 3
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def _offer(weights: np.ndarray, name: str) -> OfferedAttention:
    def part_of(part: str) -> DownloadPart | None:
        content = panel_at(weights, part)
        return None if content is None else DownloadPart(content, "application/octet-stream")

    return OfferedAttention(weights, LARGE_DOWNLOADS.offer(name, part_of, size=weights.nbytes))
