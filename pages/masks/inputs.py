"""What a visitor chooses in the room: a sentence, the one beside it, and a model."""

import streamlit as st

from cache.shipped.first_answers import first_masks
from components.masks.grids import mask_grids
from components.masks.model.presets import PROOF_PRESETS, ProofPreset
from components.model.checkpoints.records import Role
from components.model.checkpoints.registry import record
from components.model.results import Tokens
from pages.masks.chosen import forget_words
from pages.masks.context import MasksContext
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, guess_first
from pages.parts.sentence_box import Asked, SentenceBox
from pages.parts.settings import text

BESIDE = "beside"


def use_pair(example: ProofPreset) -> None:
    """Take an example's second sentence too."""
    if controls_hidden():
        st.query_params.pop(BESIDE, None)
    else:
        st.session_state[BESIDE] = example.second


BOX = SentenceBox(PROOF_PRESETS, forget=forget_words, on_use=use_pair)


def ask() -> Asked | None:
    """The sentence, and a model."""
    return BOX.ask(list(Role))


def context(asked: Asked) -> MasksContext:
    """Sentence and model: every mode reads them in a way of its own."""
    return MasksContext(asked.model, asked.sentence)


def beforehand(asked: Asked) -> None:
    """What was computed beforehand, of the first example."""
    if asked.sentence != BOX.first.sentence:
        st.caption(f"Until then, an example: {BOX.first.sentence}")
    if guess_first():
        return  # a guess can be asked for once there is a model to compare it with
    found = first_masks()
    mask_grids(found.payload, key="example-grids")
    computed_by(record(found.conditions.model_id), found.conditions, parameters=None, live=False)


def word_of_example(tokens: Tokens) -> int | None:
    """Where the word that an example is about stands; None in a sentence of a visitor's own."""
    example = BOX.example_of(tokens.sentence)
    places = (place for place, token in enumerate(tokens.items) if example and token.text.casefold() == example.word)
    return next(places, None)


def second_box(sentence: str) -> str:
    """A sentence that begins like the first one; the link holds it."""
    example = BOX.example_of(sentence)
    return text("A second sentence that begins alike", BESIDE, example.second if example else "")
