"""The room's inputs: a model, a sentence and a second sentence."""

from functools import partial

import streamlit as st

from cache.shipped.first_answers import first_masks
from components.masks.grids import mask_grids
from components.masks.model.presets import PROOF_PRESETS, ProofPreset
from components.model.results import Tokens
from pages.masks.selections import OF_ONE_SENTENCE
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.address import clear_parameters
from pages.parts.presenting import asks_for_guess, hides_controls
from pages.parts.sentence.box import BESIDE, SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import suggested_text

OTHER_ENDING = "and then it began to rain."  # of the second sentence, if a visitor has typed only the first
_MIN_WORDS_TO_SPLIT = 2  # words


def use_second_sentence(example: ProofPreset) -> None:
    """Use an example's second sentence too."""
    if hides_controls():
        st.query_params.pop(BESIDE, None)
    else:
        st.session_state[BESIDE] = example.second


BOX = SentenceBox(
    PROOF_PRESETS, clear_selection=partial(clear_parameters, *OF_ONE_SENTENCE), on_use=use_second_sentence
)


def show_precomputed(context: SentenceContext) -> Findings | None:
    """Draw the precomputed grids of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"Until then, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # guesses need a loaded model to be compared with
    example = first_masks()
    mask_grids(example.payload, key="example-grids")
    return precomputed_findings(example.conditions)


def example_word_position(tokens: Tokens) -> int | None:
    """The position of the word that an example is about; None for a visitor's own sentence."""
    example = BOX.find_example(tokens.sentence)
    positions = (
        position for position, token in enumerate(tokens.items) if example and token.text.casefold() == example.word
    )
    return next(positions, None)


def second_sentence_box(sentence: str) -> str:
    """Draw the input of the second sentence; the link holds it.

    Its default is the example's second sentence, or the beginning of the visitor's sentence with another ending.
    """
    example = BOX.find_example(sentence)
    default = example.second if example else _alternative_ending(sentence)
    return suggested_text("Second sentence", BESIDE, default, repeats=False)  # the figure shows it


def _alternative_ending(sentence: str) -> str:
    """The first half of a sentence with another ending; empty if the sentence has fewer than two words."""
    words = sentence.split()
    return " ".join([*words[: (len(words) + 1) // 2], OTHER_ENDING]) if len(words) >= _MIN_WORDS_TO_SPLIT else ""
