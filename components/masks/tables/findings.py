"""What a mask takes away, as tables and in words; positions count from 0, layers and heads as people do, from 1."""

import math

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
from components.tables.labels import head_name, quoted_token, token_label, weight_text

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def mask_name(mask: AttentionMask) -> str:
    """A mask in a few words, such as "causal" or "sliding window, 2 to either side"."""
    match mask:
        case Bidirectional():
            return "bidirectional"
        case Causal():
            return "causal"
        case Prefix(length):
            return f"prefix of {_counted(length)}"
        case SlidingWindow(width, causal):
            return f"causal sliding window, {width} back" if causal else f"sliding window, {width} to either side"
        case Padding(kept):
            return f"padding after {_counted(kept)}"
        case CustomMask():
            return "drawn by hand"


def token_view_table(view: TokenView) -> pd.DataFrame:
    """One token's row under both masks, one key a row, in the order of the sentence.

    Columns: ``row`` from 1; ``position``; ``word``; ``side``, "left", "itself" or "right"; ``seen``, under the mask;
    ``bidirectional``, ``masked``, the weights; ``bidirectional_figure``, ``masked_figure``, "hidden" where it is.
    """
    count = len(view.tokens)
    return pd.DataFrame(
        {
            "row": range(1, count + 1),
            "position": range(count),
            "word": [token_label(token) for token in view.tokens.items],
            "side": ["left" if at < view.query else "itself" if at == view.query else "right" for at in range(count)],
            "seen": view.allowed,
            "bidirectional": view.bidirectional.astype(float),
            "masked": view.masked.astype(float),
            "bidirectional_figure": [weight_text(weight) for weight in view.bidirectional.tolist()],
            "masked_figure": [
                weight_text(weight) if seen else "hidden"
                for weight, seen in zip(view.masked.tolist(), view.allowed.tolist(), strict=True)
            ],
        }
    )


def right_finding(view: TokenView) -> str:
    """How much of a token's weight goes to the right, under either mask, and to which token most of it."""
    word, place = quote_token(view, view.query), view.largest_right
    if place is None:
        return f"{word} is the last token: there is nothing to its right under any mask."
    said = f"{word} gives {weight_text(float(view.bidirectional[place]))} to {quote_token(view, place)}"
    right = weight_text(view.right_bidirectional)
    if view.mask == Bidirectional():
        return f"{said}, to its right. In total, {right} of its weight goes to the right."
    return (
        f"{said}; under the {mask_phrase(view.mask)} {_fate(view, place)}. "
        f"In total, {right} of its weight goes to the right without a mask, and {_exact(view.right_masked)} with it."
    )


def grid_name(layer: int | None, head: int | None) -> str:
    """What a grid shows: a head, or the average that :func:`components.masks.model.weights.grid_weights` makes."""
    if layer is None:
        return "the average of all heads"
    return f"the average of layer {layer + 1}" if head is None else head_name(layer, head)


def comparison_finding(found: MaskComparison, layer: int | None = None, head: int | None = None) -> str:
    """What a mask does to a whole grid: how many cells it hides, and how much weight goes to the right on average."""
    allowed, phrase = found.allowed, mask_phrase(found.mask)
    hidden = int((~allowed).sum())
    without, masked = (
        mean_weight_to_right(grid_weights(trace.attention, layer, head))
        for trace in (found.bidirectional, found.masked)
    )
    mean = f"In {grid_name(layer, head)} a token gives on average {weight_text(without)} of its weight to its right"
    if not hidden:
        return f"The {phrase} hides nothing. {mean}."
    return (
        f"{mean} without a mask, and {_exact(masked)} under the {phrase}. "
        f"The {phrase} hides {hidden:,} of {allowed.size:,} cells."
    )


def models_finding(left: GridPanel, right: GridPanel) -> str:
    """What two models make of a sentence, each under its own mask: how much weight goes to the right on average."""
    one, other = (_exact(mean_weight_to_right(panel.weights)) for panel in (left, right))
    read = " ".join(f"{panel.title}: {_counted(len(panel.tokens))}." for panel in (left, right))
    return (
        f"A token gives on average {one} of its weight to its right in the left grid, and {other} in the right one. "
        f"{read}"
    )


def padding_finding(found: PaddedPair) -> str:
    """What padding does to the shorter sentence of a batch: how much it is looked at, and how far vectors move."""
    count = len(found.padded.tokens) - found.text_length
    weight, moved = found.weight_on_padding, found.vector_difference
    seen = "exactly 0" if weight == 0 else f"at most {_bound(weight)}"
    same = "are the same" if moved == 0 else f"differ by at most {_bound(moved)}"
    return (
        f"The shorter sentence has {_counted(found.text_length)} and is padded with {_counted(count)}. "
        f"The weight on padding is {seen}; the sentence’s vectors in the batch and alone {same}."
    )


def mask_phrase(mask: AttentionMask) -> str:
    """A mask as a sentence speaks of it, after "the"."""
    match mask:
        case Prefix(length):
            return f"prefix mask ({_counted(length)})"
        case SlidingWindow(causal=causal):
            return f"{'causal ' if causal else ''}sliding window"
        case CustomMask():
            return "mask drawn by hand"
        case Padding():
            return "padding mask"
        case _:
            return f"{mask_name(mask)} mask"


def quote_token(view: TokenView, position: int) -> str:
    """A token in quotation marks; of several that read the same, with its number."""
    return quoted_token([token_label(token) for token in view.tokens.items], position, position)


def _fate(view: TokenView, place: int) -> str:
    """What becomes of a token to the right under the mask."""
    word = quote_token(view, place)
    if view.allowed[place]:
        return f"it gives {weight_text(float(view.masked[place]))} to {word}"
    match view.mask:
        case Causal() | Prefix() | SlidingWindow(causal=True):
            return f"{word} is hidden"
        case SlidingWindow():
            return f"{word} is outside the window"
        case Padding():
            return f"{word} counts as padding"
        case _:
            return f"{word} is hidden"


def _exact(weight: float) -> str:
    """A weight as people read it, and said to be so where it is nothing."""
    return "exactly 0" if weight == 0 else weight_text(weight)


def _counted(count: int) -> str:
    return "1 token" if count == 1 else f"{count:,} tokens"


def _bound(value: float) -> str:
    """A small number rounded up to one digit, such as "5 × 10⁻⁷"."""
    power = math.floor(math.log10(value))
    digit = math.ceil(value / 10.0**power)
    return f"{digit} × 10{str(power).translate(_SUPERSCRIPT)}"
