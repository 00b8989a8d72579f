"""The chosen mask: its kind and its size. The link holds them."""

from enum import StrEnum

from components.model.inference.attention_mask import AttentionMask, Causal, Padding, Prefix, SlidingWindow
from pages.parts.settings import choice, number

MASKING, SIZE = "masking", "size"


class MaskKind(StrEnum):
    """The kinds of masks to choose from; the values are shown and stand in links."""

    CAUSAL = "causal"
    PREFIX = "prefix"
    WINDOW = "sliding window"
    PADDING = "padding"


def choose_mask(count: int) -> AttentionMask:
    """Draw the list of masks for the right grid, and a slider if the mask has a size; returns the chosen mask.

    Args:
        count: Number of tokens of the sentence.
    """
    match MaskKind(choice("Mask on the right", MASKING, [kind.value for kind in MaskKind], drawn_as="list")):
        case MaskKind.PREFIX:
            return Prefix(number("Prefix length (tokens)", SIZE, low=0, high=count, default=min(4, count)))
        case MaskKind.WINDOW:
            return SlidingWindow(
                number("Tokens on either side", SIZE, low=0, high=count - 1, default=min(2, count - 1))
            )
        case MaskKind.PADDING:
            return Padding(count)
        case _:
            return Causal()
