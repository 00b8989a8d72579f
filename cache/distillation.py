"""What distillation keeps, computed once for all visitors."""

from collections.abc import Callable

import streamlit as st

from cache.agreement import shipped_agreement
from cache.shelf import Shelf
from cache.warmup import warmup
from components.model.agreement_results import Agreement
from components.model.layer_likeness_results import LayerLikeness
from components.model.soft_targets_results import TEMPERATURES, SoftTargets
from components.model.three_losses_results import LossWeights, ThreeLosses

_AGREEMENTS: Shelf[Agreement] = Shelf(20, lambda _: 1)


def agreement(teacher_id: str, student_id: str, told: Callable[[int, int], None]) -> Agreement:
    """How far a student agrees with a teacher over the probe set; ``told`` hears how far it is where none ships."""
    shipped = shipped_agreement(teacher_id, student_id)
    if shipped is not None:
        return shipped
    return _AGREEMENTS.get(
        (teacher_id, student_id), lambda: warmup().engine().distillation.agreement(teacher_id, student_id, told)
    )


@st.cache_data(max_entries=500, show_spinner=False)
def softened(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    position: int,
    temperatures: tuple[float, ...] = TEMPERATURES,
) -> SoftTargets:
    """A model's logits at the blank at ``position``, at each temperature."""
    return warmup().engine().distillation.softened(model_id, sentence, masked, position, temperatures)


@st.cache_data(max_entries=500, show_spinner=False)
def three_losses(
    teacher_id: str,
    student_id: str,
    sentence: str,
    masked: tuple[int, ...],
    temperature: float,
    weights: tuple[float, float, float],
) -> ThreeLosses:
    """The losses of distillation on a sentence; ``weights`` of soft targets, hidden words and direction."""
    return (
        warmup()
        .engine()
        .distillation.three_losses(teacher_id, student_id, sentence, masked, temperature, LossWeights(*weights))
    )


@st.cache_data(max_entries=100, show_spinner=False)
def layer_likeness(teacher_id: str, student_id: str, sentences: tuple[str, ...] = ()) -> LayerLikeness:
    """Every layer of a student against every layer of its teacher, over ``sentences`` or some of the probe set."""
    return warmup().engine().distillation.layer_likeness(teacher_id, student_id, sentences)
