"""What is read off weights under a mask: a head's grid or an average, one token's view, the softmax of one cell."""

import numpy as np

from components.masks.model.results import MaskComparison, SoftmaxTerms, TokenView
from components.model.inference.attention_mask import AttentionMask, Causal
from components.model.inference.results import WeightAnatomy
from components.model.results import Floats, Trace
from components.model.user_errors import UserError

_LARGE = 50.0  # scores beyond it are shifted: e^50 is far from where float64 ends, and no figure for a reader


def grid_weights(attention: Floats, layer: int | None, head: int | None) -> Floats:
    """One head's weights, the mean of a layer's heads, or with neither the mean of all.

    *Shape:* (layer, head, query, key) -> (query, key)

    Raises:
        UserError: There is no such layer or head.
    """
    layers, heads = attention.shape[:2]
    fits = (layer is None or 0 <= layer < layers) and (head is None or 0 <= head < heads)
    if not fits or (layer is None and head is not None):
        raise UserError(f"This model has {layers} layers of {heads} heads. Choose one of them.")
    chosen = attention if layer is None else attention[layer : layer + 1]
    if head is not None:
        chosen = chosen[:, head : head + 1]
    found: Floats = chosen.mean(axis=(0, 1))
    return found


def mean_weight_to_right(weights: Floats) -> float:
    """How much weight a token gives to those on its right, on average over tokens.

    *Shape:* ``weights`` (query, key)
    """
    return float(np.triu(weights, k=1).sum(dtype=np.float64) / len(weights))


def lookahead_head(trace: Trace) -> tuple[int, int]:
    """The layer and the head in which words give most weight to words further right than the next one, from 0.

    Where a grid is to show what a mask takes away, this head has most to lose. With fewer than three words it is the
    first of all.
    """
    words = [position for position, token in enumerate(trace.tokens.items) if not token.special]
    ahead = np.triu(trace.attention[:, :, words][..., words], k=2).sum(axis=(2, 3), dtype=np.float64)
    layer, head = np.unravel_index(int(ahead.argmax()), ahead.shape)
    return int(layer), int(head)


def token_view(comparison: MaskComparison, query: int, layer: int | None = None, head: int | None = None) -> TokenView:
    """What the token at ``query`` sees, in one head or on average; see :func:`grid_weights`.

    Raises:
        UserError: There is no such token, layer or head.
    """
    if not 0 <= query < len(comparison.tokens):
        raise UserError(f"This sentence has {len(comparison.tokens)} tokens. Choose one of them.")
    rows = (
        grid_weights(trace.attention, layer, head)[query] for trace in (comparison.bidirectional, comparison.masked)
    )
    return TokenView(comparison.tokens, comparison.mask, query, comparison.allowed[query], *rows)


def softmax_terms(anatomy: WeightAnatomy) -> SoftmaxTerms:
    """Numerator and denominator of a weight; the numerator is 0 where its key is hidden."""
    scores = anatomy.scores.astype(np.float64)
    seen = scores[anatomy.attention_mask]
    shift = float(seen.max()) if np.abs(seen).max() > _LARGE else 0.0
    numerator = (
        float(np.exp(scores[anatomy.key_position] - shift)) if anatomy.attention_mask[anatomy.key_position] else 0.0
    )
    return SoftmaxTerms(numerator, float(np.exp(seen - shift).sum()), shift)


def looks_ahead(mask: AttentionMask, length: int) -> bool:
    """Whether some token may see one to its right."""
    return bool((mask.allowed(length) & ~Causal().allowed(length)).any())
