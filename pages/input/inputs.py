"""The inputs of the room: a model and a sentence."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from cache.shipped.first_words import first_words
from components.input.cutting import cutting
from components.input.model.cutting import TokenizedWord
from components.input.model.presets import INPUT_PRESETS
from components.input.tables.cutting import WORD_LIMIT, displayed_words
from components.input.tables.findings import tokenization_finding
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import headline
from pages.parts.links.address import clear_parameters
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import PARAMETER as MASK

COLUMN, WORD = "column", "word"  # in the link


BOX = SentenceBox(INPUT_PRESETS, clear_selection=partial(clear_parameters, MASK, COLUMN, WORD))


def show_precomputed(context: SentenceContext) -> Findings | None:
    """What was computed beforehand, of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"Meanwhile, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    first = first_words.read()
    chosen = most_steps(first.words)
    if context.sentence == BOX.first.sentence:
        headline(tokenization_finding(first.words, first.words[chosen], first.rule))
    with st.container(key="cutting-place"):
        cutting(displayed_words(first.words, first.rule), key="cutting", initial=chosen)
    return precomputed_findings(first.conditions)


def most_steps(words: Sequence[TokenizedWord]) -> int:
    """The index of the word with most to see."""
    return max(range(min(len(words), WORD_LIMIT)), key=lambda number: len(words[number].steps))
