"""Which mask is chosen: its kind, its size, and the cells of one drawn by hand. The link holds them."""

from enum import StrEnum

import streamlit as st

from components.model.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Prefix,
    SlidingWindow,
    given,
    switched,
)
from components.model.mask_text import mask_of_text, mask_text
from components.widgets.mask_grids import Cell
from pages.masks.chosen import CELLS
from pages.parts.presenting import controls_hidden, linked_choice, linked_number

MASKING, SIZE = "masking", "size"
WIDTH = 220  # pixels


class Kind(StrEnum):
    """Masks to choose from."""

    CAUSAL = "causal"
    PREFIX = "prefix"
    WINDOW = "sliding window"
    WINDOW_BACK = "causal sliding window"
    PADDING = "padding"
    DRAWN = "drawn by hand"
    BIDIRECTIONAL = "bidirectional"


def choose_kind() -> Kind:
    """What kind of mask stands on the right."""
    options = [kind.value for kind in Kind]
    if controls_hidden():
        return Kind(linked_choice(MASKING, options))
    return Kind(st.selectbox("The mask on the right", options, key=MASKING, bind="query-params", width=WIDTH))


def mask_of(kind: Kind, count: int) -> AttentionMask:
    """The mask of that kind for a sentence of ``count`` tokens, with a slider where it has a size."""
    match kind:
        case Kind.CAUSAL:
            return Causal()
        case Kind.PREFIX:
            return Prefix(_size("Tokens of the prefix", low=0, high=count, usual=min(4, count)))
        case Kind.WINDOW:
            return SlidingWindow(_size("Tokens to either side", low=0, high=count - 1, usual=2))
        case Kind.WINDOW_BACK:
            return SlidingWindow(_size("Tokens back", low=0, high=count - 1, usual=2), causal=True)
        case Kind.DRAWN:
            return _drawn(count)
        case _:
            return Bidirectional()


def follow_drawing(mask: AttentionMask, count: int, cells: frozenset[Cell]) -> None:
    """Switch cells of the mask that a visitor saw, and put the new one into the link."""
    _write(switched(mask, count, cells), count)


def starting_points(count: int) -> None:
    """Masks to begin a drawing from."""
    if controls_hidden():
        return
    with st.container(horizontal=True, gap="small"):
        for label, mask in (("Start from causal", Causal()), ("Start with all seen", Bidirectional())):
            st.button(label, key=f"masks-{label}", on_click=_write, args=(mask, count))


def _write(mask: AttentionMask, count: int) -> None:
    st.query_params[CELLS] = mask_text(mask.allowed(count))


def _drawn(count: int) -> AttentionMask:
    text = st.query_params.get(CELLS)
    found = None if text is None else mask_of_text(text, count)
    if text and found is None:
        st.caption("The mask drawn in the link does not fit this sentence; here is the causal one to start from.")
    return found or given(Causal().allowed(count))


def _size(label: str, *, low: int, high: int, usual: int) -> int:
    at = linked_number(SIZE, low=low, high=high, usual=min(usual, high))
    if controls_hidden() or low == high:
        return at
    st.session_state["choose-size"] = at

    def changed() -> None:
        st.query_params[SIZE] = str(st.session_state["choose-size"])

    return st.slider(label, low, high, key="choose-size", on_change=changed, width=WIDTH)
