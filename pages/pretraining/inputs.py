"""The inputs of the room: a model and a sentence."""

import streamlit as st

from cache.shipped.learning import checkpoint_ids, first_learning, milestones
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.records import ModelRecord, Role
from components.pretraining.model.presets import MASKING_OPENER, PRETRAINING_PRESETS, PretrainingPreset
from components.pretraining.tables.learning import token_count_text
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.model_choice import choose_model
from pages.parts.modes import go_to_mode
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox
from pages.parts.sentence.context import SentenceContext
from pages.pretraining.masking import forget_choices, restore_worked_example
from pages.pretraining.modes import learns, one_step


def open_masking(example: PretrainingPreset) -> None:
    """Open the training step for the example that is made for it: it has no blank, which other views need."""
    if example.sentence == MASKING_OPENER:
        go_to_mode(one_step.ONE_STEP)
        restore_worked_example()


BOX = SentenceBox(PRETRAINING_PRESETS, clear_selection=forget_choices, label=HIDE_A_WORD, on_use=open_masking)


def choose_models() -> ModelRecord | None:
    """A model that fills blanks, pocket BERT first: its training is stored from the first step on."""
    return choose_model(Role.MASKED, default=REFERENCE)


def token_counts() -> list[str]:
    """How many tokens the reference model had read at each of its checkpoints."""
    return [token_count_text(pieces) for _, pieces in checkpoint_ids().values()]


def show_precomputed(context: SentenceContext) -> Findings | None:
    """What was computed beforehand, of the first example."""
    if context.sentence != BOX.first.sentence:
        st.caption(f"Meanwhile, an example: {BOX.first.sentence}")
    if asks_for_guess():
        return None  # a guess can be asked for once there is a model to compare it with
    curve = first_learning.read()
    learns.draw(curve, milestones.read(), chosen=len(curve.steps) - 1)
    return precomputed_findings(curve.conditions)
