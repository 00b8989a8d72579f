"""Tables and findings about masks. Positions in tables count from 0; in sentences, layers and heads count from 1."""

import math
from dataclasses import dataclass

import pandas as pd

from components.masks.model.results import MaskComparison, PaddedPair, TokenView
from components.masks.model.weights import grid_weights, mean_weight_to_right
from components.masks.tables.grids import GridPanel
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
from components.tables.numbers import power_of_ten
from components.tables.phrases import count_phrase


@dataclass(frozen=True)
class MaskWording:
    """How titles and findings speak of a mask.

    Attributes:
        name: In a title: "causal".
        phrase: In a sentence, after "the": "causal mask".
        hidden: After a token that a query may not see: "is hidden".
    """

    name: str
    phrase: str
    hidden: str = "is hidden"


def mask_wording(mask: AttentionMask) -> MaskWording:
    """The wording of a mask: the only place where each kind has its own."""
    match mask:
        case Bidirectional():
            return MaskWording("bidirectional", "bidirectional mask")
        case Causal():
            return MaskWording("causal", "causal mask")
        case Prefix(length):
            tokens = count_phrase(length, "token")
            return MaskWording(f"prefix of {tokens}", f"prefix mask ({tokens})")
        case SlidingWindow(width, causal=True):
            return MaskWording(f"causal sliding window, {width} back", "causal sliding window")
        case SlidingWindow(width):
            return MaskWording(f"sliding window, {width} to either side", "sliding window", "is outside the window")
        case Padding(allowed_length):
            return MaskWording(
                f"padding after {count_phrase(allowed_length, 'token')}", "padding mask", "counts as padding"
            )
        case CustomMask():
            return MaskWording("drawn by hand", "mask drawn by hand")


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
    """How many cells of a grid a mask hides, and how much weight goes to the right on average."""
    allowed, phrase = comparison.allowed, mask_wording(comparison.mask).phrase
    hidden = int((~allowed).sum())
    without, masked = (
        mean_weight_to_right(grid_weights(trace.attention, layer, head))
        for trace in (comparison.bidirectional, comparison.masked)
    )
    mean = f"In {grid_name(layer, head)} a token gives on average {weight_text(without)} of its weight to its right"
    if not hidden:
        return f"The {phrase} hides nothing. {mean}."
    return (
        f"{mean} without a mask, and {_exact_weight(masked)} under the {phrase}. "
        f"The {phrase} hides {hidden:,} of {allowed.size:,} cells."
    )


def models_finding(left: GridPanel, right: GridPanel) -> str:
    """How much weight goes to the right on average in two models, each under its own mask."""
    left_weight, right_weight = (_exact_weight(mean_weight_to_right(panel.weights)) for panel in (left, right))
    token_counts = " ".join(f"{panel.title}: {count_phrase(len(panel.tokens), 'token')}." for panel in (left, right))
    return (
        f"A token gives on average {left_weight} of its weight to its right in the left grid, and "
        f"{right_weight} in the right one. "
        f"{token_counts}"
    )


def padding_finding(pair: PaddedPair) -> str:
    """How much attention padding gets in the shorter sentence of a batch, and how much it changes the vectors."""
    count = len(pair.padded.tokens) - pair.text_length
    weight, difference = pair.weight_on_padding, pair.vector_difference
    weight_phrase = "exactly 0" if weight == 0 else f"at most {_upper_bound(weight)}"
    vectors_phrase = "are the same" if difference == 0 else f"differ by at most {_upper_bound(difference)}"
    return (
        f"The shorter sentence has {count_phrase(pair.text_length, 'token')} and is padded with "
        f"{count_phrase(count, 'token')}. "
        f"The weight on padding is {weight_phrase}; the sentence’s vectors in the batch and alone {vectors_phrase}."
    )


def _masked_weight_phrase(view: TokenView, place: int) -> str:
    """How much weight the query gives to a token under the mask, or why it gives none."""
    word = quote_token(view.tokens, place)
    if view.allowed[place]:
        return f"it gives {weight_text(float(view.masked[place]))} to {word}"
    return f"{word} {mask_wording(view.mask).hidden}"


def _exact_weight(weight: float) -> str:
    """A weight as text, "exactly 0" if it is 0."""
    return "exactly 0" if weight == 0 else weight_text(weight)


def _upper_bound(value: float) -> str:
    """A small number rounded up to one digit, such as "5 × 10⁻⁷"."""
    power = math.floor(math.log10(value))
    digit = math.ceil(value / 10.0**power)
    return f"{digit} × {power_of_ten(power)}"
