"""Tables and findings about masks. Positions in tables count from 0; in sentences, layers and heads count from 1."""

from dataclasses import dataclass

import pandas as pd

from components.masks.model.results import MaskComparison, TokenView
from components.masks.model.weights import grid_weights, mean_weight_to_right
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    CustomMask,
    Padding,
    Prefix,
    SlidingWindow,
)
from components.tables.attention_weights import head_name, quote_token, token_label, weight_text
from components.tables.numbers import whole_percentage
from components.tables.phrases import count_phrase


@dataclass(frozen=True)
class MaskWording:
    """How titles and findings speak of a mask.

    Attributes:
        name: In a title: "sees only the left (causal)".
        phrase: In a sentence, after "the": "prefix mask (4 tokens)".
        kind: The same without numbers: "prefix mask".
        hidden: After a token that a query may not see: "is hidden".
    """

    name: str
    phrase: str
    kind: str
    hidden: str = "is hidden"


def mask_wording(mask: AttentionMask) -> MaskWording:
    """The wording of a mask: the only place where each kind has its own."""
    match mask:
        case Bidirectional():
            return MaskWording("sees both sides (bidirectional)", "bidirectional mask", "bidirectional mask")
        case Causal():
            return MaskWording("sees only the left (causal)", "causal mask", "causal mask")
        case Prefix(length):
            tokens = count_phrase(length, "token")
            return MaskWording(f"prefix of {tokens}", f"prefix mask ({tokens})", "prefix mask")
        case SlidingWindow(width):
            return MaskWording(
                f"sliding window, {width} to either side", "sliding window", "sliding window", "is outside the window"
            )
        case Padding(allowed_length):
            tokens = count_phrase(allowed_length, "token")
            return MaskWording(f"padding after {tokens}", "padding mask", "padding mask", "counts as padding")
        case CustomMask():
            return MaskWording("of its own", "mask", "mask")


def token_view_table(view: TokenView) -> pd.DataFrame:
    """One token's attention under both masks, one row for each key, in the order of the sentence.

    Columns: ``row`` from 1; ``position``; ``word``; ``side``, "left", "itself" or "right"; ``visible``, whether the
    mask lets the token attend to the key; ``bidirectional``, ``masked``, the weights; ``bidirectional_figure``,
    ``masked_figure``, the weights as text, or "hidden".
    """
    count = len(view.tokens)
    return pd.DataFrame(
        {
            "row": range(1, count + 1),
            "position": range(count),
            "word": [token_label(token) for token in view.tokens.items],
            "side": [
                "left" if position < view.query else "itself" if position == view.query else "right"
                for position in range(count)
            ],
            "visible": view.allowed,
            "bidirectional": view.bidirectional.astype(float),
            "masked": view.masked.astype(float),
            "bidirectional_figure": [weight_text(weight) for weight in view.bidirectional.tolist()],
            "masked_figure": [
                weight_text(weight) if is_visible else "hidden"
                for weight, is_visible in zip(view.masked.tolist(), view.allowed.tolist(), strict=True)
            ],
        }
    )


def right_finding(view: TokenView) -> str:
    """How much of a token's weight goes to its right under either mask, and which token gets most of it."""
    word, place = quote_token(view.tokens, view.query), view.largest_right
    if place is None:
        return f"{word} is the last token: there is nothing to its right under any mask."
    strongest_weight = (
        f"{word} gives {weight_text(float(view.bidirectional[place]))} to {quote_token(view.tokens, place)}"
    )
    right = weight_text(view.right_bidirectional)
    if view.mask == Bidirectional():
        return f"{strongest_weight}, to its right. In total, {right} of its weight goes to the right."
    return (
        f"{strongest_weight}; under the {mask_wording(view.mask).phrase} {_masked_weight_phrase(view, place)}. "
        f"In total, {right} of its weight goes to the right without a mask, and "
        f"{_exact_weight(view.right_masked)} with it."
    )


def grid_name(layer: int | None, head: int | None) -> str:
    """The name of a grid: one head, or an average as :func:`components.masks.model.weights.grid_weights` takes it."""
    if layer is None:
        return "the average of all heads"
    return f"the average of layer {layer + 1}" if head is None else head_name(layer, head)


def comparison_finding(comparison: MaskComparison, layer: int | None = None, head: int | None = None) -> str:
    """How much attention goes to the right in a grid, or to padding, and how much of it the mask leaves."""
    allowed, wording = comparison.allowed, mask_wording(comparison.mask)
    weights = [grid_weights(trace.attention, layer, head) for trace in (comparison.bidirectional, comparison.masked)]
    if isinstance(comparison.mask, Padding):
        count = comparison.mask.token_count
        without, masked = (float(each[:count, count:].sum(dtype=float) / count) for each in weights)
        answer = f"Without a mask, padding gets {_share(without)} of attention; with it, {_share(masked)}."
    else:
        without, masked = map(mean_weight_to_right, weights)
        answer = f"Without a mask, later tokens get {_share(without)} of attention; with it, {_share(masked)}."
    hidden = int((~allowed).sum())
    return (
        f"{answer} These are means over the tokens, in {grid_name(layer, head)}. "
        f"The {wording.phrase} hides {hidden:,} of {allowed.size:,} cells."
    )


def _masked_weight_phrase(view: TokenView, place: int) -> str:
    """How much weight the query gives to a token under the mask, or why it gives none."""
    word = quote_token(view.tokens, place)
    if view.allowed[place]:
        return f"it gives {weight_text(float(view.masked[place]))} to {word}"
    return f"{word} {mask_wording(view.mask).hidden}"


def _share(weight: float) -> str:
    """A share of attention in whole percent; only no weight at all is "none"."""
    if weight == 0:
        return "none"
    return whole_percentage(weight) if round(100 * weight) else "less than 1%"


def _exact_weight(weight: float) -> str:
    """A weight as text, "exactly 0" if it is 0."""
    return "exactly 0" if weight == 0 else weight_text(weight)
