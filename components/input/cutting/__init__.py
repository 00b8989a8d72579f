"""Widgets that show how words are split: step by step for one word, or for several vocabularies side by side.

The browser reports only the chosen word, which the link holds.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import is_index
from components.widgets.custom_element import custom_element

__all__ = ["aligned_pieces", "chosen_word", "cutting"]

_mount = custom_element("riverbank_cutting", Path(__file__).with_name("cutting"))
_mount_aligned = custom_element(
    "riverbank_aligned_pieces",
    Path(__file__).with_name("aligned"),
    html='<div class="room"><div class="lines"></div></div>',
    style=Path(__file__).with_name("cutting.css"),
)


def cutting(
    words: Sequence[Mapping[str, object]],
    *,
    key: str,
    initial: int = 0,
    begun: int = 0,
    current: int = 0,
    on_choose: Callable[[], None] | None = None,
) -> None:
    """Draw the words, and the steps of the chosen one.

    Args:
        words: As `components.input.tables.cutting.displayed_words` makes them.
        key: Key of the widget in ``st.session_state``.
        initial: The word that is chosen first, from 0; frozen, as what the visitor chooses is reported from then on.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        on_choose: Called before the rerun when another word is chosen; reads it with `chosen_word`.
    """
    data = {"words": list(words), "initial": initial, "begun": begun}
    _mount(key=key, data=data, taken=lambda: {**data, "initial": current}, on_word_change=on_choose)


def chosen_word(key: str, count: int) -> int | None:
    """The word that the visitor chose, from 0, also inside ``on_choose``; None before the first answer."""
    state: Any = st.session_state.get(key)
    chosen = state.get("word") if isinstance(state, Mapping) else None
    return chosen if is_index(chosen, count) else None


def aligned_pieces(names: Sequence[str], words: Sequence[Mapping[str, object]], *, key: str) -> None:
    """Draw what some vocabularies make of a sentence.

    Args:
        names: Of the vocabularies.
        words: As `components.input.tables.cutting.aligned_words` makes them.
        key: Key of the widget.
    """
    _mount_aligned(key=key, data={"names": list(names), "words": list(words)})
