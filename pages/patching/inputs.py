"""The room's inputs: a masked model, two sentences and two answers."""

from contextlib import suppress

import streamlit as st

import cache.patching
from cache.shipped.first_patching import first_patching
from components.model.user_errors import UserError
from components.patching.model.presets import PairPreset, pair_presets
from components.patching.model.steering_presets import steering_preset_index
from components.patching.tables.grid import check_finding, default_cell, grid_finding
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import headline, note, rare_settings
from pages.parts.links.address import clear_parameters
from pages.parts.presenting import hides_controls
from pages.parts.sentence.box import BESIDE, SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import clear_masks
from pages.parts.settings import suggested_text, text
from pages.patching.picture import HOW_TO_READ, draw_grid

FIRST, SECOND = "first", "second"  # the answers, in the link
LAYER, TOKEN = "layer", "token"  # the open cell, in the link; tokens count from 1
DIRECTION = "direction"  # the number of a direction to steer in, in the link
PairKey = tuple[str, str, str, tuple[str, str]]  # model, both sentences with their blanks, and the named answers


def forget_pair() -> bool:
    """Remove what was about the last pair from the link; returns whether there was anything."""
    for name in (FIRST, SECOND):
        if not hides_controls():
            st.session_state[name] = ""
    return clear_masks() | clear_parameters(LAYER, TOKEN, *((FIRST, SECOND) if hides_controls() else ()))


def use_second_sentence(example: PairPreset) -> None:
    """Use an example's second sentence too, and the direction that belongs to it."""
    st.query_params[DIRECTION] = str(steering_preset_index(example.sentence) + 1)
    if hides_controls():
        st.query_params.pop(BESIDE, None)
    else:
        st.session_state[BESIDE] = example.other


BOX = SentenceBox(pair_presets(), clear_selection=forget_pair, on_use=use_second_sentence)


def read_pair(context: SentenceContext) -> PairKey:
    """Draw the inputs of the second sentence and of the answers; returns what caches know the pair by.

    Raises:
        UserError: The sentences cannot be patched into each other, or an answer cannot be compared.
    """
    first = context.blank_context(needs_blank=True).masked_sentence
    example = BOX.find_example(context.sentence)
    second = _second_sentence(first if example is None else example.other)
    with rare_settings():
        words = (
            text("Answer to the first (empty: its top answer)", FIRST, "").strip(),
            text("Answer to the second (empty: its top answer)", SECOND, "").strip(),
        )
    sentences = (context.model.id, first, second)
    if len(cache.patching.sentence_pair(*sentences).clean.typed_masks) > 1:
        note("Only the first blank that both sentences share is compared.")
    if example is not None and second == example.other:
        named = (words[0] or example.words[0], words[1] or example.words[1])
        with suppress(UserError):  # the example's answers may be no single tokens of this model
            cache.patching.answer_pair(*sentences, named)
            return (*sentences, named)
    cache.patching.answer_pair(*sentences, words)
    return (*sentences, words)


def use_sentence(sentence: str) -> None:
    """Put another second sentence into the box. For callbacks."""
    st.session_state[BESIDE] = sentence


def show_precomputed(context: SentenceContext) -> Findings | None:
    """Draw the precomputed grid of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"While the model loads, an example: {BOX.first.sentence}")
    example = BOX.find_example(context.sentence)
    _second_sentence(context.sentence if example is None else example.other)  # the grid keeps its width
    grid = first_patching.read()
    headline(grid_finding(grid))
    st.empty()  # where the live page shows its progress, so that the grid keeps its place
    draw_grid(grid, chosen=default_cell(grid), key="patching-grid", on_choose=None)
    note(HOW_TO_READ, check_finding(grid))
    return precomputed_findings(grid.conditions)


def token_names() -> list[str]:
    """The tokens of the first example."""
    return [token.text for token in first_patching.read().pair.clean.items]


def _second_sentence(default: str) -> str:
    """Draw the input of the second sentence; the link holds it.

    Its default is the example's second sentence, or the visitor's own first one, in which a word is to be changed.
    """
    return suggested_text("Second sentence (same number of tokens)", BESIDE, default)
