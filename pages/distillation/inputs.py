"""Inputs of the room: a sentence, a teacher and a student."""

import streamlit as st

from cache.shipped.agreement import shipped_agreement
from cache.shipped.first_pair import first_machines, first_pair
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.records import ModelRecord, Role
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from pages.distillation.context import STUDENT_PARAMETER, DistillationContext
from pages.distillation.modes import blanks
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.parameters import MODE
from pages.parts.model_choice import choose_model
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox
from pages.parts.sentence.masks import clear_masks, mask_strip, masks_from_link

BOX = SentenceBox(DISTILLATION_PRESETS, clear_selection=clear_masks, label=HIDE_A_WORD)


def choose_models() -> tuple[ModelRecord, ModelRecord] | None:
    """Ask for the two models; None while one of them is not on this machine."""
    teacher = choose_model(Role.MASKED, label="Teacher", default=REFERENCE)
    student = choose_model(Role.MASKED, key=STUDENT_PARAMETER, label="Student", default=STUDENT)
    return None if teacher is None or student is None else (teacher, student)


def read_inputs(models: tuple[ModelRecord, ModelRecord]) -> DistillationContext:
    """Ask for the sentence."""
    return DistillationContext(*models, BOX.draw_with_examples(models[0]).sentence)


def check_models(context: DistillationContext) -> DistillationContext:
    """The context as it is, if it has two different models.

    Raises:
        UserError: Teacher and student are the same model.
    """
    if context.teacher.id == context.student.id:
        raise UserError(f"Teacher and student are both {context.teacher.name}. Choose another student.")
    return context


def show_precomputed(context: DistillationContext) -> Findings | None:
    """Draw precomputed results of the bundled pair: for the first example, if it is chosen, and for many blanks."""
    teacher, student = model_record(REFERENCE), model_record(STUDENT)
    agreement = shipped_agreement(teacher.id, student.id)
    if agreement is None:
        return None
    names = (teacher.name, student.name)
    if _is_first_example(context):
        stored = first_pair.read()
        mask_strip(stored.tokens, (), key="blanks-strip")
        blanks.draw_pair(stored.pair, names, first_machines())
        blanks.many_blanks(agreement, names, (teacher.id, student.id))
    else:
        st.caption(f"While the models load: {teacher.name} and {student.name} compared on many blanks.")
        blanks.draw_agreement(agreement, names)
    return precomputed_findings(*agreement.conditions)


def _is_first_example(context: DistillationContext) -> bool:
    """Whether the page shows the shipped pair once the models are loaded: it hides no other word and asks no guess."""
    tokens = first_pair.read().tokens
    return (
        (*context.ids, context.sentence) == (REFERENCE, STUDENT, tokens.sentence)
        and MODE not in st.query_params
        and not masks_from_link(tokens)
        and not asks_for_guess()
    )
