"""A blank seen from one side or both: asked live once, and over the probe set."""

from collections.abc import Callable

import streamlit as st

from cache.shelf import Shelf
from cache.side_effects import shipped_side_effects
from cache.warmup import warmup
from components.model.sides_results import NextWord, SideEffects, Sides

_EFFECTS: Shelf[SideEffects] = Shelf(20, lambda _: 1)


@st.cache_data(max_entries=500, show_spinner=False)
def sides(model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int) -> Sides:
    """A blank predicted from both sides, from its left, and from its right."""
    return warmup().engine().sides.sides(model_id, sentence, masked, position, answer)


@st.cache_data(max_entries=500, show_spinner=False)
def next_word(
    causal_id: str, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int
) -> NextWord:
    """What a causal model gives the word at a blank, the sentence being read by ``model_id``."""
    return warmup().engine().sides.next_word(causal_id, model_id, sentence, masked, position, answer)


def side_effects(model_id: str, told: Callable[[int, int], None]) -> SideEffects:
    """What hiding a side does over the probe set: as shipped, or asked now; ``told`` hears how far it is."""
    shipped = shipped_side_effects(model_id)
    if shipped is not None:
        return shipped
    return _EFFECTS.get((model_id,), lambda: warmup().engine().sides.effects(model_id, told))
