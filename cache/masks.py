"""Cached results of the room “Attention masks”: passes under masks, bounded by size, and results derived from them."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cache.engine import engine, tokens
from cache.shipped.side_ablation import shipped_side_ablation
from cache.sized_cache import LargeResults, SizedCache
from cache.traces import trace
from components.masks.model.results import (
    MaskCell,
    MaskComparison,
    NextTokenLosses,
    PaddedPair,
    SharedWordProof,
    TokenView,
)
from components.masks.model.weights import grid_weights
from components.masks.model.weights import token_view as view_of
from components.masks.model.writing_results import Sampling, Writing, ZeroShot
from components.masks.tables.findings import grid_name, mask_wording
from components.masks.tables.grids import GridPanel, check_token_count, mask_grids_bytes
from components.masks.tables.side_ablation import effect_table, spread_table, twins_table
from components.model.blanks.blank_probes import blank_probes
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.registry import model_record
from components.model.inference.attention_mask import AttentionMask, Bidirectional
from components.model.results import Floats, Tokens, Trace

if TYPE_CHECKING:
    import pandas as pd

    from components.model.checkpoints.open_model import OpenModel


def _trace_bytes(*traces: Trace) -> int:
    return sum(each.attention.nbytes + each.hidden.nbytes for each in traces)


_BIDIRECTIONAL: LargeResults[Trace] = LargeResults("bidirectional trace", _trace_bytes)
_COMPARISONS: LargeResults[MaskComparison] = LargeResults("mask comparison", lambda pair: _trace_bytes(pair.masked))
_PREFIXES: LargeResults[Floats | None] = LargeResults("prefixes", lambda array: 0 if array is None else array.nbytes)
_ABLATIONS: SizedCache[SideAblation] = SizedCache(20, lambda _: 1)
_PAIRS: LargeResults[PaddedPair] = LargeResults("padded pair", lambda pair: _trace_bytes(pair.alone, pair.padded))
_DRAWINGS: LargeResults[bytes] = LargeResults("mask grids", len)


def mask_comparison(model_id: str, sentence: str, mask: AttentionMask) -> MaskComparison:
    """A sentence read without a mask and under ``mask``, with the same weights."""

    def compute() -> MaskComparison:
        from components.masks.model.comparison import mask_comparison
        from components.model.inference.forward import trace

        opened, tokens = _open_and_tokenize(model_id, sentence)
        without = _BIDIRECTIONAL.get((model_id, sentence), lambda: trace(opened, tokens, Bidirectional()))
        return mask_comparison(opened, tokens, mask, bidirectional=without)

    return _COMPARISONS.get((model_id, sentence, mask), compute)


def padded_pair(model_id: str, first: str, second: str) -> PaddedPair:
    """Two sentences read as one batch, the shorter one padded."""

    def compute() -> PaddedPair:
        from components.masks.model.comparison import padded_pair

        opened, tokens = _open_and_tokenize(model_id, first)
        return padded_pair(opened, tokens, _open_and_tokenize(model_id, second)[1])

    return _PAIRS.get((model_id, first, second), compute)


def token_view(
    model_id: str, sentence: str, mask: AttentionMask, query: int, layer: int | None = None, head: int | None = None
) -> TokenView:
    """One token's row without the mask and under it: of one head, or averaged over a layer's heads or all heads."""
    return view_of(mask_comparison(model_id, sentence, mask), query, layer, head)


def grid_bytes(
    model_id: str, sentence: str, mask: AttentionMask, layer: int | None = None, head: int | None = None
) -> bytes:
    """The payload that draws a sentence without a mask and under ``mask``; layer and head as in :func:`token_view`."""

    def compute() -> bytes:
        return comparison_grid_bytes(
            mask_comparison(model_id, sentence, mask), partial(prefix_attention, model_id), layer, head
        )

    return _DRAWINGS.get((model_id, sentence, mask, layer, head), compute)


def prefix_attention(model_id: str, tokens: Tokens, mask: AttentionMask) -> Floats | None:
    """Every head's weights over every prefix of a sentence, cached for all heads at once."""

    def compute() -> Floats | None:
        from components.masks.model.prefixes import prefix_attention

        return prefix_attention(engine().open_for_inspection(model_id), tokens, mask)

    return _PREFIXES.get((model_id, tokens.ids, mask), compute)


def comparison_grid_bytes(
    comparison: MaskComparison,
    get_prefixes: Callable[[Tokens, AttentionMask], Floats | None],
    layer: int | None = None,
    head: int | None = None,
) -> bytes:
    """The payload that draws a comparison; ``get_prefixes`` returns the weights over a sentence's prefixes."""
    both = ((Bidirectional(), comparison.bidirectional), (comparison.mask, comparison.masked))
    return mask_grids_bytes(
        *(
            _panel(
                mask_wording(applied).name.capitalize(),
                model_trace,
                applied,
                get_prefixes(comparison.tokens, applied),
                layer,
                head,
            )
            for applied, model_trace in both
        )
    )


def padding_grid_bytes(
    model_id: str, first: str, second: str, layer: int | None = None, head: int | None = None
) -> bytes:
    """The payload that draws the shorter of two sentences, alone and in a batch with the longer one."""

    def compute() -> bytes:
        pair, mask = padded_pair(model_id, first, second), _own_mask(model_id, None)
        alone, padded = (grid_weights(trace.attention, layer, head) for trace in (pair.alone, pair.padded))
        return mask_grids_bytes(
            GridPanel("Alone", pair.alone.tokens, alone, mask),
            GridPanel("In the batch", pair.padded.tokens, padded, pair.mask, pair.text_length),
        )

    return _DRAWINGS.get((model_id, first, second, layer, head), compute)


def two_model_grid_bytes(
    model_id: str,
    other_id: str,
    sentence: str,
    layer: int | None = None,
    head: int | None = None,
    layer2: int | None = None,
    head2: int | None = None,
) -> bytes:
    """The payload that draws a sentence as two models read it; see :func:`model_panel`."""

    def compute() -> bytes:
        return mask_grids_bytes(
            model_panel(model_id, sentence, layer, head), model_panel(other_id, sentence, layer2, head2)
        )

    return _DRAWINGS.get((model_id, other_id, sentence, layer, head, layer2, head2), compute)


@st.cache_data(max_entries=500, show_spinner=False)
def mask_cell(
    model_id: str, sentence: str, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """One attention weight taken apart, without a mask and under ``mask``."""
    from components.masks.model.comparison import mask_cell

    return mask_cell(*_open_and_tokenize(model_id, sentence), mask, layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def padded_cell(model_id: str, first: str, second: str, layer: int, head: int, query: int, key: int) -> MaskCell:
    """One weight of the shorter sentence of a batch taken apart, with its padding visible and hidden."""
    from components.masks.model.comparison import padded_cell

    opened, tokens = _open_and_tokenize(model_id, first)
    return padded_cell(opened, tokens, _open_and_tokenize(model_id, second)[1], layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def shared_word_proof(
    model_id: str, first: str, second: str, word: str | None = None, position: int | None = None
) -> SharedWordProof:
    """How far apart the vectors of a shared word are in two sentences, under either mask."""
    from components.masks.model.shared_word import shared_word_proof

    opened, tokens = _open_and_tokenize(model_id, first)
    return shared_word_proof(opened, tokens, _open_and_tokenize(model_id, second)[1], word=word, position=position)


@st.cache_data(max_entries=500, show_spinner=False)
def next_token_losses(model_id: str, sentence: str) -> NextTokenLosses:
    """A causal model's loss at each token of a sentence, given the tokens before it."""
    from components.masks.model.next_tokens import next_token_losses

    return next_token_losses(*engine().read(model_id, sentence))


def model_panel(model_id: str, sentence: str, layer: int | None = None, head: int | None = None) -> GridPanel:
    """A sentence as a grid, with a model's own tokens and under the mask that it was trained with.

    Raises:
        TooLong: The sentence has too many tokens.
    """
    check_token_count(len(tokens(model_id, sentence)))  # before the pass
    model_trace, mask = trace(model_id, sentence), _own_mask(model_id, layer)
    title = f"{model_record(model_id).name}, {mask_wording(mask).name}: {grid_name(layer, head)}"
    return _panel(title, model_trace, mask, prefix_attention(model_id, model_trace.tokens, mask), layer, head)


def _panel(
    title: str, model_trace: Trace, mask: AttentionMask, prefixes: Floats | None, layer: int | None, head: int | None
) -> GridPanel:
    weights = grid_weights(model_trace.attention, layer, head)
    if prefixes is None:
        return GridPanel(title, model_trace.tokens, weights, mask)
    prefix_weights = np.stack([grid_weights(weights_of_prefix, layer, head) for weights_of_prefix in prefixes])
    return GridPanel(title, model_trace.tokens, weights, mask, prefixes=prefix_weights)


def side_ablation(model_id: str, on_progress: Callable[[int, int], None]) -> SideAblation:
    """What hiding a side costs over the probe set, from the shipped file or computed now.

    ``on_progress`` is called with the number of probes done and their total.
    """
    shipped = shipped_side_ablation(model_id)
    if shipped is not None:
        return shipped

    def compute() -> SideAblation:
        from components.masks.model.side_ablation import side_ablation

        return side_ablation(engine().open_model(model_id), blank_probes(), on_progress=on_progress)

    return _ABLATIONS.get((model_id,), compute)


@st.cache_data(max_entries=50, show_spinner=False)
def effect_spreads(model_id: str, contrast: ContextSide | str) -> "pd.DataFrame":
    """The distribution of effects: of hiding a side, or of comparing with the causal model whose id is ``contrast``.

    Cached because its intervals take thousands of resamples.
    """
    effects = side_ablation(model_id, _ignore_progress)
    if isinstance(contrast, ContextSide):
        return spread_table(effect_table(effects, contrast))
    return spread_table(twins_table(effects, side_ablation(contrast, _ignore_progress)))


def _own_mask(model_id: str, layer: int | None) -> AttentionMask:
    """The mask that one layer of a model was trained with; without a layer, the union of all layers' masks."""
    from components.masks.model.comparison import training_mask

    return training_mask(engine().open_for_inspection(model_id), layer)


def _open_and_tokenize(model_id: str, sentence: str) -> "tuple[OpenModel, Tokens]":
    """A model opened for inspection, and a sentence that is short enough to be drawn.

    Raises:
        TooLong: The sentence has too many tokens.
    """
    from components.masks.model.comparison import check_grid

    opened, tokens = engine().inspect(model_id, sentence)
    check_grid(opened, tokens)
    return opened, tokens


def _ignore_progress(done: int, of: int) -> None:
    """Do nothing: the result has been computed and cached before."""


@st.cache_data(max_entries=300, show_spinner=False)
def write_on(model_id: str, beginning: str, sampling: Sampling, count: int) -> Writing:
    """What a model writes after a beginning, at most ``count`` tokens."""
    from components.masks.model.writing import write_on

    return write_on(engine().open_for_inspection(model_id), beginning, sampling, count)


@st.cache_data(max_entries=300, show_spinner=False)
def writing_attention(model_id: str, beginning: str, sampling: Sampling, count: int) -> Floats:
    """The attention of a causal model over the text that it writes, averaged over layers and heads."""
    from components.masks.model.writing import writing_attention

    written = write_on(model_id, beginning, sampling, count)
    return writing_attention(engine().open_for_inspection(model_id), written)


@st.cache_data(max_entries=100, show_spinner=False)
def zero_shot(
    model_id: str,
    sentences: tuple[tuple[str, int], ...],
    prompt: str,
    words: tuple[str, str],
    calibrated: bool,
) -> ZeroShot:
    """Labels of sentences by a causal model from a prompt alone."""
    from components.masks.model.zero_shot import zero_shot

    return zero_shot(engine().open_model(model_id), sentences, prompt, words, calibrated=calibrated)
