"""A blank seen from one side or both: asked live once, and over the probe set."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from cache.shelf import Shelf
from cache.side_effects import shipped_side_effects
from cache.warmup import warmup
from components.model.sides_results import NextWord, Side, SideEffects, Sides
from components.tables.side_effects import effect_table, spread_table, twins_table

if TYPE_CHECKING:
    import pandas as pd

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


@st.cache_data(max_entries=50, show_spinner=False)
def spreads(model_id: str, compared: Side | str) -> "pd.DataFrame":
    """How effects are spread: of a side hidden from a model, or against the causal model with the id ``compared``.

    Intervals are made from thousands of resamples, and need not be at every click.
    """
    effects = side_effects(model_id, _quiet)
    if isinstance(compared, Side):
        return spread_table(effect_table(effects, compared))
    return spread_table(twins_table(effects, side_effects(compared, _quiet)))


def _quiet(done: int, of: int) -> None:
    """What there is was asked for before, with progress."""
