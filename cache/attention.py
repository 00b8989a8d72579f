"""Cached results of the room “Attention”: atlases, and measurements of single heads."""

import json
from enum import StrEnum
from functools import lru_cache

import numpy as np

from cache.engine import engine
from cache.shared.traces import trace
from cache.shipped.head_scores import shipped_head_scores
from cache.sized_cache import share_results
from components.attention.model import comparison
from components.attention.model.aggregation import mean_of_all, mean_over_heads
from components.attention.model.results import (
    HeadAblation,
    HeadChange,
    HeadImportance,
    Pairs,
)
from components.attention.model.rollout import rollout
from components.attention.tables.atlas import Panel, panel_at, sentence_atlas_bytes
from components.attention.tables.head_scores import panel_labels
from components.model.inference.results import WeightAnatomy
from components.model.results import Floats, HeadIndex, Trace
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart


class HeadAggregation(StrEnum):
    """How an atlas combines the heads of a trace: not at all, by the average of each layer, or by rollout."""

    HEADS = "Every head"
    OVER_HEADS = "Average of each layer"
    ROLLOUT = "Rollout"


_panel_labels = lru_cache(maxsize=50)(panel_labels)  # the labels do not depend on the sentence


def atlas_shape(heads: tuple[int, int], aggregation: HeadAggregation) -> tuple[int, int]:
    """Rows and columns of an atlas; ``heads`` is the number of layers and of heads per layer."""
    layers, each = heads
    match aggregation:
        case HeadAggregation.HEADS:
            return layers, each
        case HeadAggregation.OVER_HEADS:
            return layers + 1, 1
        case HeadAggregation.ROLLOUT:
            return layers, 1


@share_results(size=len)
def atlas(model_id: str, sentence: str, second: str, aggregation: HeadAggregation, chosen: Panel) -> bytes:
    """The atlas of a sentence as bytes, with one panel in full precision."""
    return encode_atlas(model_id, trace(model_id, sentence, second), aggregation, chosen)


def encode_atlas(model_id: str, trace: Trace, aggregation: HeadAggregation, chosen: Panel) -> bytes:
    """Encode a trace as an atlas, with the ``chosen`` panel in full precision."""
    panels, rows, columns = _aggregate(trace, aggregation)
    labels = named_heads(model_id) if aggregation is HeadAggregation.HEADS else {}
    return sentence_atlas_bytes(
        trace.tokens,
        panels,
        row_names=rows,
        column_names=columns,
        labels=labels,
        chosen=chosen,
        axes=("layer", "head") if aggregation is HeadAggregation.HEADS else ("", ""),
    )


def named_heads(model_id: str) -> dict[Panel, str]:
    """What each head of a model that has a name does; empty for a model without measured heads."""
    scores = shipped_head_scores(model_id)
    return {} if scores is None else _panel_labels(scores)


def atlas_panel(
    model_id: str, sentence: str, second: str, aggregation: HeadAggregation, row: int, column: int
) -> Floats:
    """One panel of an atlas. *Shape:* (query, key)."""
    panel: Floats = _aggregate(trace(model_id, sentence, second), aggregation)[0][row, column]
    return panel


def atlas_address(model_id: str, sentence: str, second: str, aggregation: HeadAggregation) -> str:
    """The address at which a browser fetches the exact weights of a single panel."""

    def panel(part: str) -> DownloadPart | None:
        panel_bytes = panel_at(_aggregate(trace(model_id, sentence, second), aggregation)[0], part)
        return None if panel_bytes is None else DownloadPart(panel_bytes, "application/octet-stream")

    return LARGE_DOWNLOADS.offer(json.dumps([model_id, sentence, second, aggregation.value]), panel, size=10_000)


@share_results(500)
def weight_anatomy(
    model_id: str, sentence: str, second: str, layer: int, head: int, query: int, key: int
) -> WeightAnatomy:
    """One attention weight with everything it is computed from."""
    from components.model.inference.weight_anatomy import weight_anatomy

    return weight_anatomy(*engine().inspect(model_id, sentence, second), layer, head, query, key)


@share_results(500)
def head_ablation(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int, off: frozenset[HeadIndex]
) -> HeadAblation:
    """A blank predicted with all heads, and with the heads in ``off`` switched off."""
    from components.attention.model.ablation import ablate_heads

    return ablate_heads(*engine().inspect(model_id, sentence), masked, blank, answer, off)


@share_results(2000)
def head_importance(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int, heads: tuple[HeadIndex, ...]
) -> tuple[HeadImportance, ...]:
    """The bits that an answer loses when each of ``heads`` is switched off, one at a time."""
    from components.attention.model.ablation import head_importance

    return head_importance(*engine().inspect(model_id, sentence), masked, blank, answer, heads)


@share_results(500)
def aligned_tokens(model_id: str, sentence: str, other: str) -> Pairs:
    """Positions of corresponding tokens of two sentences."""
    return comparison.align_tokens(trace(model_id, sentence).tokens, trace(model_id, other).tokens)


@share_results(500)
def heads_by_change(model_id: str, sentence: str, other: str, query: int) -> tuple[HeadChange, ...]:
    """All heads, sorted by how much their row for a word of ``sentence`` differs in the ``other`` one, largest first.

    Raises:
        UserError: The word has no counterpart.
    """
    first, second = (trace(model_id, text).attention for text in (sentence, other))
    return tuple(comparison.heads_by_change(first, second, aligned_tokens(model_id, sentence, other), query))


def _aggregate(trace: Trace, aggregation: HeadAggregation) -> tuple[Floats, list[str], list[str]]:
    """The panels of an atlas, and the names of its rows and columns. *Shape:* (row, column, query, key)."""
    layers, heads = (list(map(str, range(1, count + 1))) for count in trace.attention.shape[:2])
    match aggregation:
        case HeadAggregation.HEADS:
            return trace.attention, layers, heads
        case HeadAggregation.OVER_HEADS:
            means = np.concatenate([mean_over_heads(trace.attention), mean_of_all(trace.attention)[None]])
            return means[:, None], [*(f"layer {layer}" for layer in layers), "all layers"], ["average"]
        case HeadAggregation.ROLLOUT:
            return rollout(trace.attention)[:, None], [f"to layer {layer}" for layer in layers], ["rollout"]
