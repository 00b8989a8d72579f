"""The inputs of the room: a model, a sentence and the words masked in it."""

import streamlit as st

import cache.engine
from cache.shipped.first_answers import first_example, precomputed_predictions
from components.fill.model.presets import TUTORIAL_PRESETS
from components.model.checkpoints.records import ModelRecord, Role
from components.model.presets import FILL_PRESETS
from pages.fill.modes import blank
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.model_choice import choose_model
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox, SentenceRequest
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import clear_masks, mask_strip, masks_from_link

BOX = SentenceBox((*FILL_PRESETS, *TUTORIAL_PRESETS), clear_selection=clear_masks, label=HIDE_A_WORD)


def choose() -> ModelRecord | None:
    """Choose a masked language model."""
    return choose_model(Role.MASKED)


def ask(model: ModelRecord) -> SentenceRequest:
    """Ask for the sentence."""
    return BOX.draw_with_examples(model)


def context(request: SentenceRequest) -> BlankContext:
    """Tokenize the sentence, and draw its tokens to be masked by a click."""
    tokens = cache.engine.tokens(request.model.id, request.sentence)
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key="strip")
    return BlankContext(request.model, tokens, masked)


def draw_precomputed(request: SentenceRequest) -> Findings | None:
    """Draw shipped predictions: of the sentence if it is an example, else of the first example."""
    predictions = precomputed_predictions(request.model.id, request.sentence) or first_example()
    if predictions.tokens.sentence == request.sentence:
        mask_strip(predictions.tokens, masks_from_link(predictions.tokens), key="strip")
    else:  # no chips: a click on one would hide a word of the visitor's own sentence
        st.caption(f"The model is loading. Until then, an example: {predictions.tokens.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    blank.draw_predictions(predictions)
    return precomputed_findings(predictions.conditions)
