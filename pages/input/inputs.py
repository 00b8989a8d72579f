"""The inputs of the room: a model and a sentence."""

from functools import partial

import streamlit as st

from cache.shipped.first_answers import first_input
from components.input.model.presets import INPUT_PRESETS
from components.input.strips import input_strips
from components.model.checkpoints.records import ModelRecord, Role
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.address import clear_parameters
from pages.parts.model_choice import choose_model
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import PARAMETER as MASK

FIRST_COLUMN = 12  # of the first example: "river"
COLUMN, WORD = "column", "word"  # in the link


BOX = SentenceBox(INPUT_PRESETS, clear_selection=partial(clear_parameters, MASK, COLUMN, WORD))


def choose_models() -> ModelRecord | None:
    """Any model."""
    return choose_model(*Role)


def show_precomputed(context: SentenceContext) -> Findings | None:
    """What was computed beforehand, of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"Meanwhile, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    first = first_input()
    with st.container(key="strips-place"):
        input_strips(first.payload, key="example-strips", initial=FIRST_COLUMN)
    return precomputed_findings(first.conditions)
