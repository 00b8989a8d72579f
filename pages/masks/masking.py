"""The chosen mask: its kind, its size, and the cells of one drawn by hand. The link holds them."""

from enum import StrEnum

import streamlit as st

from components.masks.grids import Cell
from components.masks.model.link_text import decode_mask, encode_mask
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Prefix,
    SlidingWindow,
    custom_mask,
    toggle_cells,
)
from pages.masks.selections import CELLS
from pages.parts.presenting import hides_controls
from pages.parts.settings import choice, number

MASKING, SIZE = "masking", "size"


class MaskKind(StrEnum):
    """The kinds of masks to choose from; the values are shown and stand in links."""

    CAUSAL = "causal"
    PREFIX = "prefix"
    WINDOW = "sliding window"
    WINDOW_BACK = "causal sliding window"
    PADDING = "padding"
    DRAWN = "drawn by hand"
    BIDIRECTIONAL = "bidirectional"


def choose_mask_kind() -> MaskKind:
    """Draw the list of mask kinds for the right grid, and return the choice."""
    return MaskKind(choice("Mask on the right", MASKING, [kind.value for kind in MaskKind], drawn_as="list"))


def choose_mask(kind: MaskKind, count: int) -> AttentionMask:
    """The mask of a kind for a sentence of ``count`` tokens; draws a slider if it has a size."""
    match kind:
        case MaskKind.CAUSAL:
            return Causal()
        case MaskKind.PREFIX:
            return Prefix(number("Prefix length (tokens)", SIZE, low=0, high=count, default=min(4, count)))
        case MaskKind.WINDOW:
            return SlidingWindow(
                number("Tokens on either side", SIZE, low=0, high=count - 1, default=min(2, count - 1))
            )
        case MaskKind.WINDOW_BACK:
            return SlidingWindow(
                number("Tokens back", SIZE, low=0, high=count - 1, default=min(2, count - 1)), causal=True
            )
        case MaskKind.DRAWN:
            return _drawn_mask(count)
        case _:
            return Bidirectional()


def toggle_drawn_cells(mask: AttentionMask, count: int, cells: frozenset[Cell]) -> None:
    """Toggle cells of the mask, and write the new mask to the link."""
    _write_mask(toggle_cells(mask, count, cells), count)


def starting_mask_buttons(count: int) -> None:
    """Draw buttons that reset the drawing to a causal or an empty mask."""
    if hides_controls():
        return
    with st.container(horizontal=True, gap="small"):
        for label, mask in (("Start from causal", Causal()), ("Start with all visible", Bidirectional())):
            st.button(label, key=f"masks-{label}", on_click=_write_mask, args=(mask, count))


def _write_mask(mask: AttentionMask, count: int) -> None:
    st.query_params[CELLS] = encode_mask(mask.allowed(count))


def _drawn_mask(count: int) -> AttentionMask:
    text = st.query_params.get(CELLS)
    linked_mask = None if text is None else decode_mask(text, count)
    if text and linked_mask is None:
        st.caption("The mask in the link does not fit this sentence. The causal mask is shown instead.")
    return linked_mask or custom_mask(Causal().allowed(count))
