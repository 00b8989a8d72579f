"""Encoder against decoder: writing on, filling a blank, labelling by a prompt, and the two compared line by line."""

from collections.abc import Callable

import streamlit as st

import cache.engine
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from pages.masks.modes import comparison, filling, prompting, writing
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in
from pages.parts.model_choice import choose_model
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import choice

OPENER = "The cat [MASK] on the mat."
WRITE, FILL, PROMPT, COMPARE = "Write on", "Fill the blank", "Prompt or fine-tune", "Compared line by line"


def show(context: SentenceContext) -> Findings | None:
    """Draw both models at one kind of work, or the table that compares them."""
    with draw_settings_in(st.container(key="switch-work")):
        work = choice("Work", "work", [WRITE, FILL, PROMPT, COMPARE])
    if work == COMPARE:
        return comparison.show()
    decoder = choose_model(Role.CAUSAL, key="causal", label="Decoder")
    if decoder is None:
        return None
    return prompting.show(decoder) if work == PROMPT else _show_both(context, decoder, work)


def _show_both(context: SentenceContext, decoder: ModelRecord, work: str) -> Findings | None:
    encoder = context.model
    if encoder.role is not Role.MASKED:
        raise UserError(
            f"{encoder.name} fills no blanks, so it cannot stand for the encoder. Choose a masked model above."
        )
    tokens = cache.engine.tokens(encoder.id, context.sentence)
    blanked = BlankContext(encoder, tokens, masks_from_link(tokens))
    mask_strip(tokens, blanked.masked, key="work-strip")
    draw: Callable[[BlankContext, ModelRecord, str], Findings] = writing.show if work == WRITE else filling.show
    return draw(blanked, decoder, _beginning(blanked))


def _beginning(blanked: BlankContext) -> str:
    """The text to the left of the first blank; without one, the whole sentence.

    Raises:
        UserError: There is no text before the blank.
    """
    sentence = blanked.sentence
    if blanked.blanks:
        sentence = sentence[: blanked.tokens.items[blanked.blanks[0]].start]
    if not sentence.strip():
        raise UserError("A decoder needs a beginning. Put a word before the blank.")
    return sentence.strip()
