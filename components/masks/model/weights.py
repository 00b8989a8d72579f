"""Read attention weights: one head's grid or an average, one token's row, the softmax of one cell."""

import numpy as np

from components.masks.model.results import MaskComparison, SoftmaxTerms, TokenView
from components.model.inference.attention_mask import AttentionMask, Causal
from components.model.inference.results import WeightAnatomy
from components.model.results import Floats, Trace
from components.model.user_errors import UserError

_LARGE = 50.0  # larger scores are shifted: float64 could hold e^50, but nobody can read it


def grid_weights(attention: Floats, layer: int | None, head: int | None) -> Floats:
    """One head's weights, the mean of a layer's heads, or with neither the mean of all.

    *Shape:* (layer, head, query, key) -> (query, key)

    Raises:
        UserError: The model has no such layer or head, or a head is given without its layer.
    """
    layers, heads = attention.shape[:2]
    fits = (layer is None or 0 <= layer < layers) and (head is None or 0 <= head < heads)
    if not fits or (layer is None and head is not None):
        raise UserError(f"This model has {layers} layers of {heads} heads. Choose one of them.")
    selected = attention if layer is None else attention[layer : layer + 1]
    if head is not None:
        selected = selected[:, head : head + 1]
    mean: Floats = selected.mean(axis=(0, 1))
    return mean


def mean_weight_to_right(weights: Floats) -> float:
    """The attention that a token gives to tokens on its right, averaged over tokens.

    *Shape:* ``weights`` (query, key)
    """
    return float(np.triu(weights, k=1).sum(dtype=np.float64) / len(weights))


def lookahead_head(trace: Trace) -> tuple[int, int]:
    """The layer and head, from 0, in which words give most weight to words at least two to their right.

    A causal mask takes most away from this head. With fewer than three words it is the first head of the first layer.
    """
    words = [position for position, token in enumerate(trace.tokens.items) if not token.special]
    ahead = np.triu(trace.attention[:, :, words][..., words], k=2).sum(axis=(2, 3), dtype=np.float64)
    layer, head = np.unravel_index(int(ahead.argmax()), ahead.shape)
    return int(layer), int(head)


def token_view(comparison: MaskComparison, query: int, layer: int | None = None, head: int | None = None) -> TokenView:
    """The row of the token at ``query``, in one head or on average; see :func:`grid_weights`.

    Raises:
        UserError: The sentence has no such token, or the model no such layer or head.
    """
    if not 0 <= query < len(comparison.tokens):
        raise UserError(f"This sentence has {len(comparison.tokens)} tokens. Choose one of them.")
    rows = (
        grid_weights(trace.attention, layer, head)[query] for trace in (comparison.bidirectional, comparison.masked)
    )
    return TokenView(comparison.tokens, comparison.mask, query, comparison.allowed[query], *rows)


def softmax_terms(anatomy: WeightAnatomy) -> SoftmaxTerms:
    """Numerator and denominator of a weight; the numerator is 0 if the key is hidden."""
    scores = anatomy.scores.astype(np.float64)
    visible_scores = scores[anatomy.attention_mask]
    shift = float(visible_scores.max()) if np.abs(visible_scores).max() > _LARGE else 0.0
    numerator = (
        float(np.exp(scores[anatomy.key_position] - shift)) if anatomy.attention_mask[anatomy.key_position] else 0.0
    )
    return SoftmaxTerms(numerator, float(np.exp(visible_scores - shift).sum()), shift)


def looks_ahead(mask: AttentionMask, length: int) -> bool:
    """Whether any token may attend to one on its right."""
    return bool((mask.allowed(length) & ~Causal().allowed(length)).any())
