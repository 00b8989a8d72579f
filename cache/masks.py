"""Cached results of the room “Attention masks”: passes under masks, bounded by size, and results derived from them."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from cache.engine import engine
from cache.sized_cache import share_results
from components.masks.model.results import (
    MaskCell,
    MaskComparison,
    NextTokenLosses,
    SharedWordProof,
    TokenView,
)
from components.masks.model.weights import grid_weights
from components.masks.model.weights import token_view as view_of
from components.masks.model.writing_results import Sampling, Writing, ZeroShot
from components.masks.tables.findings import mask_wording
from components.masks.tables.grids import GridPanel, mask_grids_bytes
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Padding
from components.model.results import Floats, Tokens, Trace

if TYPE_CHECKING:
    from components.model.checkpoints.open_model import OpenModel


def _trace_bytes(*traces: Trace) -> int:
    return sum(each.attention.nbytes + each.hidden.nbytes for each in traces)


@share_results(size=lambda pair: _trace_bytes(pair.masked))
def mask_comparison(model_id: str, sentence: str, mask: AttentionMask) -> MaskComparison:
    """A sentence read without a mask and under ``mask``, with the same weights; padded for a padding mask."""
    from components.masks.model.comparison import mask_comparison

    opened, tokens = _open_and_tokenize(model_id, sentence, mask)
    return mask_comparison(opened, tokens, mask, bidirectional=_bidirectional(model_id, tokens))


@share_results(size=_trace_bytes, by=lambda model_id, tokens: (model_id, tokens.ids))
def _bidirectional(model_id: str, tokens: Tokens) -> Trace:
    from components.model.inference.forward import trace

    return trace(engine().open_for_inspection(model_id), tokens, Bidirectional())


def token_view(
    model_id: str, sentence: str, mask: AttentionMask, query: int, layer: int | None = None, head: int | None = None
) -> TokenView:
    """One token's row without the mask and under it: of one head, or averaged over a layer's heads or all heads."""
    return view_of(mask_comparison(model_id, sentence, mask), query, layer, head)


@share_results(size=len)
def grid_bytes(
    model_id: str, sentence: str, mask: AttentionMask, layer: int | None = None, head: int | None = None
) -> bytes:
    """The payload that draws a sentence without a mask and under ``mask``; layer and head as in :func:`token_view`."""
    return comparison_grid_bytes(
        mask_comparison(model_id, sentence, mask), partial(prefix_attention, model_id), layer, head
    )


@share_results(
    size=lambda weights: 0 if weights is None else weights.nbytes,
    by=lambda model_id, tokens, mask: (model_id, tokens.ids, mask),
)
def prefix_attention(model_id: str, tokens: Tokens, mask: AttentionMask) -> Floats | None:
    """Every head's weights over every prefix of a sentence, cached for all heads at once."""
    from components.masks.model.prefixes import prefix_attention

    return prefix_attention(engine().open_for_inspection(model_id), tokens, mask)


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
            _panel(model_trace, applied, get_prefixes(comparison.tokens, applied), layer, head)
            for applied, model_trace in both
        )
    )


@share_results(500)
def mask_cell(
    model_id: str, sentence: str, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """One attention weight taken apart, without a mask and under ``mask``."""
    from components.masks.model.comparison import mask_cell

    return mask_cell(*_open_and_tokenize(model_id, sentence, mask), mask, layer, head, query, key)


@share_results(500)
def shared_word_proof(
    model_id: str, first: str, second: str, word: str | None = None, position: int | None = None
) -> SharedWordProof:
    """How far apart the vectors of a shared word are in two sentences, under either mask."""
    from components.masks.model.shared_word import shared_word_proof

    opened, tokens = _open_and_tokenize(model_id, first)
    return shared_word_proof(opened, tokens, _open_and_tokenize(model_id, second)[1], word=word, position=position)


@share_results(500)
def next_token_losses(model_id: str, sentence: str) -> NextTokenLosses:
    """A causal model's loss at each token of a sentence, given the tokens before it."""
    from components.masks.model.next_tokens import next_token_losses

    return next_token_losses(*engine().read(model_id, sentence))


def _panel(
    model_trace: Trace, mask: AttentionMask, prefixes: Floats | None, layer: int | None, head: int | None
) -> GridPanel:
    prefix_weights = None if prefixes is None else np.stack([grid_weights(each, layer, head) for each in prefixes])
    return GridPanel(
        mask_wording(mask).name.capitalize(),
        model_trace.tokens,
        grid_weights(model_trace.attention, layer, head),
        mask,
        mask.token_count if isinstance(mask, Padding) else None,
        prefix_weights,
    )


def _open_and_tokenize(model_id: str, sentence: str, mask: AttentionMask | None = None) -> "tuple[OpenModel, Tokens]":
    """A model opened for inspection, and a sentence that is short enough to be drawn, as it is read under a mask.

    Raises:
        TooLong: The sentence has too many tokens.
    """
    from components.masks.model.comparison import check_grid, padded_tokens

    opened, tokens = engine().inspect(model_id, sentence)
    check_grid(opened, tokens)
    return opened, tokens if mask is None else padded_tokens(opened, tokens, mask)


@share_results(300)
def write_on(model_id: str, beginning: str, sampling: Sampling, count: int) -> Writing:
    """What a model writes after a beginning, at most ``count`` tokens."""
    from components.masks.model.writing import write_on

    return write_on(engine().open_for_inspection(model_id), beginning, sampling, count)


@share_results(100)
def zero_shot(model_id: str, sentences: tuple[tuple[str, int], ...], prompt: str, words: tuple[str, str]) -> ZeroShot:
    """Labels of sentences by a causal model from a prompt alone."""
    from components.masks.model.zero_shot import zero_shot

    return zero_shot(engine().open_model(model_id), sentences, prompt, words)
