"""Which mask is chosen: its kind, its size, and the cells of one drawn by hand. The link holds them."""

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
    """Masks to choose from."""

    CAUSAL = "causal"
    PREFIX = "prefix"
    WINDOW = "sliding window"
    WINDOW_BACK = "causal sliding window"
    PADDING = "padding"
    DRAWN = "drawn by hand"
    BIDIRECTIONAL = "bidirectional"


def choose_mask_kind() -> MaskKind:
    """What kind of mask stands on the right."""
    return MaskKind(choice("Mask on the right", MASKING, [kind.value for kind in MaskKind], drawn_as="list"))


def choose_mask(kind: MaskKind, count: int) -> AttentionMask:
    """The mask of that kind for a sentence of ``count`` tokens, with a slider where it has a size."""
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
            return _drawn(count)
        case _:
            return Bidirectional()


def toggle_drawn_cells(mask: AttentionMask, count: int, cells: frozenset[Cell]) -> None:
    """Switch cells of the mask that a visitor saw, and put the new one into the link."""
    _write(toggle_cells(mask, count, cells), count)


def starting_mask_buttons(count: int) -> None:
    """Masks to begin a drawing from."""
    if hides_controls():
        return
    with st.container(horizontal=True, gap="small"):
        for label, mask in (("Start from causal", Causal()), ("Start with all visible", Bidirectional())):
            st.button(label, key=f"masks-{label}", on_click=_write, args=(mask, count))


def _write(mask: AttentionMask, count: int) -> None:
    st.query_params[CELLS] = encode_mask(mask.allowed(count))


def _drawn(count: int) -> AttentionMask:
    text = st.query_params.get(CELLS)
    found = None if text is None else decode_mask(text, count)
    if text and found is None:
        st.caption("The mask in the link does not fit this sentence. The causal mask is shown instead.")
    return found or custom_mask(Causal().allowed(count))
