"""The inputs of the room: a model, a sentence and the words hidden in it."""

import streamlit as st

from cache.shipped.first_answers import first_pass
from components.model.checkpoints.records import ModelRecord, Role
from components.model.presets import FILL_PRESETS
from components.widgets.canvas import header_of
from components.widgets.layer_building import layer_building, pass_floors
from pages.inside.selection import forget_places
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.layout import headline
from pages.parts.links.parameters import MODE
from pages.parts.model_choice import choose_model
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import clear_masks
from pages.parts.sentence.tiles import word_tiles


def forget_selection() -> bool:
    """Remove what the link says about words of a sentence; returns whether there was anything."""
    return any([clear_masks(), forget_places()])


BOX = SentenceBox(FILL_PRESETS, clear_selection=forget_selection, label=HIDE_A_WORD)


def choose_models() -> ModelRecord | None:
    """Choose a model that predicts words."""
    return choose_model(Role.MASKED, Role.CAUSAL)


def inside_context(context: SentenceContext) -> BlankContext:
    """Tokenize the sentence, and draw its tokens: to be masked by a click, where the model knows masks."""
    if context.model.role is not Role.CAUSAL:
        return context.blank_context()
    word_tiles(context.tokens)
    return BlankContext(context.model, context.tokens, ())


def floor_names() -> list[str]:
    """The parts of the default model, the last one first."""
    return pass_floors(first_pass().payload)[::-1]


def token_names() -> list[str]:
    """The tokens of the first example."""
    tokens: list[str] = header_of(first_pass().payload)["tokens"]
    return tokens


def show_precomputed(context: SentenceContext) -> Findings | None:
    """Draw the shipped pass of the first example, with its finding."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"The model is loading. Until then, an example: {BOX.first.sentence}")
    elif MODE in st.query_params:
        st.caption("The model is loading. Until then, you see the whole pass of this sentence.")
    example = first_pass()
    headline(example.finding)
    layer_building(example.payload, key="example-building")
    return precomputed_findings(example.conditions)
