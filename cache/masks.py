"""What the room of masks shares between visitors: passes under masks, kept by size, and what is read off them."""

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
from components.masks.tables.findings import grid_name, mask_name
from components.masks.tables.grids import MAX_TOKENS, GridPanel, mask_grids_bytes
from components.masks.tables.side_ablation import effect_table, spread_table, twins_table
from components.model.blanks.blank_probes import blank_probes
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.registry import model_record
from components.model.inference.attention_mask import AttentionMask, Bidirectional
from components.model.results import Floats, Tokens, Trace
from components.model.user_errors import TooLong

if TYPE_CHECKING:
    import pandas as pd

    from components.model.checkpoints.open_model import OpenModel


def _size(*traces: Trace) -> int:
    return sum(one.attention.nbytes + one.hidden.nbytes for one in traces)


_BIDIRECTIONAL: LargeResults[Trace] = LargeResults("bidirectional trace", _size)
_COMPARISONS: LargeResults[MaskComparison] = LargeResults("mask comparison", lambda pair: _size(pair.masked))
_PREFIXES: LargeResults[Floats | None] = LargeResults("prefixes", lambda array: 0 if array is None else array.nbytes)
_ABLATIONS: SizedCache[SideAblation] = SizedCache(20, lambda _: 1)
_PAIRS: LargeResults[PaddedPair] = LargeResults("padded pair", lambda pair: _size(pair.alone, pair.padded))
_DRAWINGS: LargeResults[bytes] = LargeResults("mask grids", len)


def mask_comparison(model_id: str, sentence: str, mask: AttentionMask) -> MaskComparison:
    """The same weights without a mask and under one."""

    def compute() -> MaskComparison:
        from components.masks.model.comparison import mask_comparison
        from components.model.inference.forward import trace

        opened, tokens = _read(model_id, sentence)
        without = _BIDIRECTIONAL.get((model_id, sentence), lambda: trace(opened, tokens, Bidirectional()))
        return mask_comparison(opened, tokens, mask, bidirectional=without)

    return _COMPARISONS.get((model_id, sentence, mask), compute)


def padded_pair(model_id: str, first: str, second: str) -> PaddedPair:
    """Two sentences in a batch, the shorter one with padding."""

    def compute() -> PaddedPair:
        from components.masks.model.comparison import padded_pair

        opened, tokens = _read(model_id, first)
        return padded_pair(opened, tokens, _read(model_id, second)[1])

    return _PAIRS.get((model_id, first, second), compute)


def token_view(
    model_id: str, sentence: str, mask: AttentionMask, query: int, layer: int | None = None, head: int | None = None
) -> TokenView:
    """What one token sees with and without the mask: in one head, the mean of a layer's, or without a layer of all."""
    return view_of(mask_comparison(model_id, sentence, mask), query, layer, head)


def grid_bytes(
    model_id: str, sentence: str, mask: AttentionMask, layer: int | None = None, head: int | None = None
) -> bytes:
    """The bytes that draw a sentence without a mask and under one; layer and head as in :func:`token_view`."""

    def compute() -> bytes:
        return comparison_grid_bytes(
            mask_comparison(model_id, sentence, mask), partial(prefix_attention, model_id), layer, head
        )

    return _DRAWINGS.get((model_id, sentence, mask, layer, head), compute)


def prefix_attention(model_id: str, tokens: Tokens, mask: AttentionMask) -> Floats | None:
    """What every head makes of every beginning of a sentence; another head of it asks nothing more of the model."""

    def compute() -> Floats | None:
        from components.masks.model.prefixes import prefix_attention

        return prefix_attention(engine().open_for_inspection(model_id), tokens, mask)

    return _PREFIXES.get((model_id, tokens.ids, mask), compute)


def comparison_grid_bytes(
    found: MaskComparison,
    prefixes_of: Callable[[Tokens, AttentionMask], Floats | None],
    layer: int | None = None,
    head: int | None = None,
) -> bytes:
    """The bytes that draw a comparison; ``prefixes_of`` says what becomes of a sentence as it is read under a mask."""
    both = ((Bidirectional(), found.bidirectional), (found.mask, found.masked))
    return mask_grids_bytes(
        *(_panel(mask_name(of).capitalize(), one, of, prefixes_of(found.tokens, of), layer, head) for of, one in both)
    )


def padding_grid_bytes(
    model_id: str, first: str, second: str, layer: int | None = None, head: int | None = None
) -> bytes:
    """The bytes that draw the shorter of two sentences, alone and in a batch with the longer one."""

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
    """The bytes that draw a sentence as two models read it; see :func:`own_panel`."""

    def compute() -> bytes:
        return mask_grids_bytes(
            model_panel(model_id, sentence, layer, head), model_panel(other_id, sentence, layer2, head2)
        )

    return _DRAWINGS.get((model_id, other_id, sentence, layer, head, layer2, head2), compute)


@st.cache_data(max_entries=500, show_spinner=False)
def mask_cell(
    model_id: str, sentence: str, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """How one weight comes about without a mask and under one."""
    from components.masks.model.comparison import mask_cell

    return mask_cell(*_read(model_id, sentence), mask, layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def padded_cell(model_id: str, first: str, second: str, layer: int, head: int, query: int, key: int) -> MaskCell:
    """How one weight of the shorter of two sentences comes about in a batch, its padding in sight and hidden."""
    from components.masks.model.comparison import padded_cell

    opened, tokens = _read(model_id, first)
    return padded_cell(opened, tokens, _read(model_id, second)[1], layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def shared_word_proof(
    model_id: str, first: str, second: str, word: str | None = None, position: int | None = None
) -> SharedWordProof:
    """How far apart a word of the shared beginning of two sentences is in them, under either mask."""
    from components.masks.model.shared_word import shared_word_proof

    opened, tokens = _read(model_id, first)
    return shared_word_proof(opened, tokens, _read(model_id, second)[1], word=word, position=position)


@st.cache_data(max_entries=500, show_spinner=False)
def next_token_losses(model_id: str, sentence: str) -> NextTokenLosses:
    """The loss of a causal model at each token of a sentence, given the tokens before it."""
    from components.masks.model.next_tokens import next_token_losses

    return next_token_losses(*engine().read(model_id, sentence))


def model_panel(model_id: str, sentence: str, layer: int | None = None, head: int | None = None) -> GridPanel:
    """A sentence as a model reads it by itself: with its own tokens, under the mask it was trained for."""
    if (count := len(tokens(model_id, sentence))) > MAX_TOKENS:  # before so large a pass is made
        raise TooLong(f"This text has {count:,} tokens; the limit for masks is {MAX_TOKENS}. Shorten it.")
    found, mask = trace(model_id, sentence), _own_mask(model_id, layer)
    title = f"{model_record(model_id).name}, {mask_name(mask)}: {grid_name(layer, head)}"
    return _panel(title, found, mask, prefix_attention(model_id, found.tokens, mask), layer, head)


def _panel(
    title: str, found: Trace, mask: AttentionMask, beginnings: Floats | None, layer: int | None, head: int | None
) -> GridPanel:
    weights = grid_weights(found.attention, layer, head)
    if beginnings is None:
        return GridPanel(title, found.tokens, weights, mask)
    read = np.stack([grid_weights(one, layer, head) for one in beginnings])
    return GridPanel(title, found.tokens, weights, mask, prefixes=read)


def side_ablation(model_id: str, on_progress: Callable[[int, int], None]) -> SideAblation:
    """What hiding a side does over the probe set: as shipped, or asked now; ``on_progress`` hears how far it is."""
    shipped = shipped_side_ablation(model_id)
    if shipped is not None:
        return shipped

    def compute() -> SideAblation:
        from components.masks.model.side_ablation import side_ablation

        return side_ablation(engine().open_model(model_id), blank_probes(), on_progress=on_progress)

    return _ABLATIONS.get((model_id,), compute)


@st.cache_data(max_entries=50, show_spinner=False)
def effect_spreads(model_id: str, compared: ContextSide | str) -> "pd.DataFrame":
    """How effects are spread: of a side hidden from a model, or against the causal model with the id ``compared``.

    Intervals are made from thousands of resamples, and need not be at every click.
    """
    effects = side_ablation(model_id, _quiet)
    if isinstance(compared, ContextSide):
        return spread_table(effect_table(effects, compared))
    return spread_table(twins_table(effects, side_ablation(compared, _quiet)))


def _own_mask(model_id: str, layer: int | None) -> AttentionMask:
    """The mask the model was trained under in one layer; None is what any of its layers allows."""
    from components.masks.model.comparison import training_mask

    return training_mask(engine().open_for_inspection(model_id), layer)


def _read(model_id: str, sentence: str) -> "tuple[OpenModel, Tokens]":
    """A model opened to look inside, and a sentence that is short enough to be drawn."""
    from components.masks.model.comparison import check_grid

    opened, tokens = engine().inspect(model_id, sentence)
    check_grid(opened, tokens)
    return opened, tokens


def _quiet(done: int, of: int) -> None:
    """Ignore progress: what there is was asked for before."""
