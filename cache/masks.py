"""What the room of masks shares between visitors: passes under masks, kept by size, and what is read off them."""

import streamlit as st

from cache import results
from cache.attention import trace
from cache.shelf import Shelf
from cache.warmup import warmup
from components.model.attention_mask import AttentionMask, Bidirectional
from components.model.mask_reading import grid_weights
from components.model.mask_reading import token_view as view_of
from components.model.mask_results import MaskCell, MaskComparison, PaddedPair, TokenView
from components.model.refusal import TooLong
from components.model.registry import record
from components.model.results import Trace
from components.model.shared_word_results import ProofCurves
from components.tables.mask_grids import MOST_TOKENS, GridPanel, mask_grids_bytes
from components.tables.masks import grid_name, mask_name

MOST_BYTES = 200 * 1024 * 1024  # of either shelf


def _size(*traces: Trace) -> int:
    return sum(one.attention.nbytes + one.hidden.nbytes for one in traces)


_BIDIRECTIONAL: Shelf[Trace] = Shelf(MOST_BYTES, _size)
_COMPARISONS: Shelf[MaskComparison] = Shelf(MOST_BYTES, lambda found: _size(found.masked))
_PAIRS: Shelf[PaddedPair] = Shelf(MOST_BYTES // 4, lambda found: _size(found.alone, found.padded))


def comparison(model_id: str, sentence: str, mask: AttentionMask) -> MaskComparison:
    """The same weights without a mask and under one."""

    def compute() -> MaskComparison:
        masks = warmup().engine().masks
        without = _BIDIRECTIONAL.get((model_id, sentence), lambda: masks.bidirectional(model_id, sentence))
        return masks.comparison(model_id, sentence, mask, without)

    return _COMPARISONS.get((model_id, sentence, mask), compute)


def padded_pair(model_id: str, first: str, second: str) -> PaddedPair:
    """Two sentences in a batch, the shorter one with padding."""
    return _PAIRS.get((model_id, first, second), lambda: warmup().engine().masks.padded_pair(model_id, first, second))


def token_view(
    model_id: str, sentence: str, mask: AttentionMask, query: int, layer: int | None = None, head: int | None = None
) -> TokenView:
    """What one token sees with and without the mask: in one head, the mean of a layer's, or without a layer of all."""
    return view_of(comparison(model_id, sentence, mask), query, layer, head)


@st.cache_data(max_entries=64, show_spinner=False)
def grids(
    model_id: str, sentence: str, mask: AttentionMask, layer: int | None = None, head: int | None = None
) -> bytes:
    """The bytes that draw a sentence without a mask and under one; layer and head as in :func:`token_view`."""
    return grids_of(comparison(model_id, sentence, mask), layer, head)


def grids_of(found: MaskComparison, layer: int | None = None, head: int | None = None) -> bytes:
    """The bytes that draw a comparison."""
    return mask_grids_bytes(
        *(
            GridPanel(mask_name(of).capitalize(), found.tokens, grid_weights(one.attention, layer, head), of)
            for of, one in ((Bidirectional(), found.bidirectional), (found.mask, found.masked))
        )
    )


@st.cache_data(max_entries=64, show_spinner=False)
def grids_of_padding(
    model_id: str, first: str, second: str, layer: int | None = None, head: int | None = None
) -> bytes:
    """The bytes that draw the shorter of two sentences, alone and in a batch with the longer one."""
    found = padded_pair(model_id, first, second)
    own = warmup().engine().masks.own_mask(model_id, None)
    alone, padded = (grid_weights(one.attention, layer, head) for one in (found.alone, found.padded))
    return mask_grids_bytes(
        GridPanel("Alone", found.alone.tokens, alone, own),
        GridPanel("In the batch", found.padded.tokens, padded, found.mask, found.kept),
    )


@st.cache_data(max_entries=64, show_spinner=False)
def grids_of_two(
    model_id: str,
    other_id: str,
    sentence: str,
    layer: int | None = None,
    head: int | None = None,
    layer2: int | None = None,
    head2: int | None = None,
) -> bytes:
    """The bytes that draw a sentence as two models read it; see :func:`own_panel`."""
    return mask_grids_bytes(own_panel(model_id, sentence, layer, head), own_panel(other_id, sentence, layer2, head2))


@st.cache_data(max_entries=500, show_spinner=False)
def mask_cell(
    model_id: str, sentence: str, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """How one weight comes about without a mask and under one."""
    return warmup().engine().masks.cell(model_id, sentence, mask, layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def padded_cell(model_id: str, first: str, second: str, layer: int, head: int, query: int, key: int) -> MaskCell:
    """How one weight of the shorter of two sentences comes about in a batch, its padding in sight and hidden."""
    return warmup().engine().masks.padded_cell(model_id, first, second, layer, head, query, key)


@st.cache_data(max_entries=500, show_spinner=False)
def proof(model_id: str, first: str, second: str, word: str | None = None, position: int | None = None) -> ProofCurves:
    """How far apart a word of the shared beginning of two sentences is in them, under either mask."""
    return warmup().engine().masks.proof(model_id, first, second, word, position)


def own_panel(model_id: str, sentence: str, layer: int | None = None, head: int | None = None) -> GridPanel:
    """A sentence as a model reads it by itself: with its own tokens, under the mask it was trained for."""
    if (count := len(results.tokens(model_id, sentence))) > MOST_TOKENS:  # before so large a pass is made
        raise TooLong(
            f"That text makes {count:,} pieces, and masks are drawn for at most {MOST_TOKENS}. Please shorten it."
        )
    found, mask = trace(model_id, sentence), warmup().engine().masks.own_mask(model_id, layer)
    title = f"{record(model_id).name}, {mask_name(mask)}: {grid_name(layer, head)}"
    return GridPanel(title, found.tokens, grid_weights(found.attention, layer, head), mask)
