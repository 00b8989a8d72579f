"""Attention of sentences: too large to be copied at every visit, so it is shared, and kept by size.

A trace of BERT-base at 512 tokens takes 150 MB, one of the pocket model at twelve tokens 30 kB. The least recently used
leave when there are too many bytes, and are computed again when they are wanted again.
"""

import json
from collections.abc import Callable
from enum import StrEnum

import numpy as np
import streamlit as st

from cache.head_scores import shipped_head_scores
from cache.shelf import Shelf
from cache.warmup import warmup
from components.model.ablation_results import HeadImportance, HeadPlace, WithoutHeads
from components.model.attention_reading import mean_of_all, mean_over_heads, mean_over_layers, rollout
from components.model.head_scores_results import HeadScores
from components.model.neuron_vectors_results import NeuronVectors
from components.model.results import Floats, Trace
from components.model.weight_anatomy_results import WeightAnatomy
from components.server.parcels import PARCELS, Parcel
from components.tables.atlas import Panel, PanelLabel, atlas_bytes, panel_at
from components.tables.head_scores import panel_labels

MOST_BYTES = 600 * 1024 * 1024


class Drawn(StrEnum):
    """What an atlas shows of a trace: every head, averages over heads or over layers, or attention rollout."""

    HEADS = "Every head"
    OVER_HEADS = "heads"
    OVER_LAYERS = "layers"
    ROLLOUT = "Rollout"


_TRACES: Shelf[Trace] = Shelf(MOST_BYTES, lambda found: found.attention.nbytes + found.hidden.nbytes)
_SCORES: Shelf[HeadScores] = Shelf(20, lambda _: 1)


def trace(model_id: str, sentence: str, second: str = "") -> Trace:
    """Attention and hidden states of a sentence, or of a pair."""
    return _TRACES.get((model_id, sentence, second), lambda: warmup().engine().trace(model_id, sentence, second))


def atlas_shape(heads: tuple[int, int], drawn: Drawn) -> tuple[int, int]:
    """Rows and columns of an atlas of a model with so many layers and heads."""
    layers, each = heads
    match drawn:
        case Drawn.HEADS:
            return layers, each
        case Drawn.OVER_HEADS:
            return layers + 1, 1
        case Drawn.OVER_LAYERS:
            return each + 1, 1
        case Drawn.ROLLOUT:
            return layers, 1


@st.cache_data(max_entries=64, show_spinner=False)
def atlas(model_id: str, sentence: str, second: str, drawn: Drawn, chosen: Panel) -> bytes:
    """The bytes that draw a trace, one panel of them exact."""
    return atlas_of(model_id, trace(model_id, sentence, second), drawn, chosen)


def atlas_of(model_id: str, found: Trace, drawn: Drawn, chosen: Panel) -> bytes:
    """The bytes that draw a trace."""
    panels, rows, columns = _panels(found, drawn)
    labels: dict[Panel, PanelLabel] = {}
    if drawn is Drawn.HEADS and (scores := shipped_head_scores(model_id)) is not None:
        labels = panel_labels(scores)
    items = found.tokens.items
    return atlas_bytes(
        panels,
        row_names=rows,
        column_names=columns,
        tokens=[token.text for token in items],
        special=[position for position, token in enumerate(items) if token.special],
        segments=[token.segment for token in items] if found.tokens.second else None,
        labels=labels,
        chosen=chosen,
        axes=("layer", "head") if drawn is Drawn.HEADS else ("", ""),
    )


def atlas_panel(model_id: str, sentence: str, second: str, drawn: Drawn, row: int, column: int) -> Floats:
    """One panel of an atlas. *Shape:* (query, key)."""
    found: Floats = _panels(trace(model_id, sentence, second), drawn)[0][row, column]
    return found


def atlas_address(model_id: str, sentence: str, second: str, drawn: Drawn) -> str:
    """Where a browser finds the exact weights of any one panel."""

    def panel(part: str) -> Parcel | None:
        found = panel_at(_panels(trace(model_id, sentence, second), drawn)[0], part)
        return None if found is None else Parcel(found, "application/octet-stream")

    return PARCELS.offer(json.dumps([model_id, sentence, second, drawn.value]), panel, size=10_000)


def neuron_vectors(model_id: str, sentence: str, second: str = "") -> NeuronVectors:
    """The queries and keys that a trace's weights were computed from: kept by nobody, they are quickly made again."""
    return warmup().engine().neuron_vectors(model_id, trace(model_id, sentence, second))


@st.cache_data(max_entries=500, show_spinner=False)
def weight_anatomy(
    model_id: str, sentence: str, second: str, layer: int, head: int, query: int, key: int
) -> WeightAnatomy:
    """How one attention weight comes about."""
    return warmup().engine().weight_anatomy(model_id, sentence, second, layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def without_heads(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int, off: frozenset[HeadPlace]
) -> WithoutHeads:
    """What a blank's prediction becomes with heads switched off."""
    return warmup().engine().without_heads(model_id, sentence, masked, position, answer, off)


@st.cache_data(max_entries=2000, show_spinner=False)
def head_importance(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int, heads: tuple[HeadPlace, ...]
) -> tuple[HeadImportance, ...]:
    """What an answer loses when each of ``heads`` is switched off, one at a time."""
    return warmup().engine().head_importance(model_id, sentence, masked, position, answer, heads)


def head_scores(model_id: str, told: Callable[[int, int], None]) -> HeadScores:
    """What each head of a model does that ships without its scores; ``told`` hears how far it is."""
    return _SCORES.get((model_id,), lambda: warmup().engine().head_scores(model_id, told))


def _panels(found: Trace, drawn: Drawn) -> tuple[Floats, list[str], list[str]]:
    """Panels with the names of their rows and columns. *Shape:* (row, column, query, key)."""
    layers, heads = (list(map(str, range(1, count + 1))) for count in found.attention.shape[:2])
    match drawn:
        case Drawn.HEADS:
            return found.attention, layers, heads
        case Drawn.OVER_HEADS:
            means = np.concatenate([mean_over_heads(found.attention), mean_of_all(found.attention)[None]])
            return means[:, None], [*(f"layer {layer}" for layer in layers), "all layers"], ["mean of heads"]
        case Drawn.OVER_LAYERS:
            means = np.concatenate([mean_over_layers(found.attention), mean_of_all(found.attention)[None]])
            return means[:, None], [*(f"head {head}" for head in heads), "all heads"], ["mean of layers"]
        case Drawn.ROLLOUT:
            return rollout(found.attention)[:, None], [f"to layer {layer}" for layer in layers], ["rollout"]
