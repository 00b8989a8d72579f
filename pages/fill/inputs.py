"""The inputs of the room: a model, a sentence and the words masked in it."""

import streamlit as st

from cache.shipped.first_answers import first_example, precomputed_predictions
from components.fill.model.presets import TUTORIAL_PRESETS
from components.model.presets import FILL_PRESETS
from pages.fill.modes import blank
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.parameters import MODE
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import clear_masks, mask_strip, masks_from_link

EVERY = "Every position"  # the name of the view that needs no blank
BOX = SentenceBox((*FILL_PRESETS, *TUTORIAL_PRESETS), clear_selection=clear_masks, label=HIDE_A_WORD)


def fill_context(context: SentenceContext) -> BlankContext:
    """Draw the tokens, to be masked by a click, and return the sentence with its blanks."""
    return context.blank_context(needs_blank=st.query_params.get(MODE) != EVERY)


def show_precomputed(context: SentenceContext) -> Findings | None:
    """Draw shipped predictions: of the sentence if it is an example, else of the first example."""
    predictions = precomputed_predictions(context.model.id, context.sentence) or first_example()
    if predictions.tokens.sentence == context.sentence:
        mask_strip(predictions.tokens, masks_from_link(predictions.tokens), key="strip")
    else:  # no chips: a click on one would hide a word of the visitor's own sentence
        st.caption(f"The model is loading. Until then, an example: {predictions.tokens.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    blank.draw_predictions(predictions)
    return precomputed_findings(predictions.conditions)
