"""What the modes about distillation start from: a teacher, a student, and a sentence with blanks."""

from dataclasses import dataclass, replace

import streamlit as st

import cache
from components.model.records import ModelRecord, Role
from components.model.refusal import NothingMasked
from components.model.results import Conditions
from pages.parts.conditions import computed_by
from pages.parts.masks import mask_strip, masks_from_link
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden
from pages.parts.situation import Situation

USUAL_STUDENT = "pocket-distilbert"
STUDENT = "student"


@dataclass(frozen=True)
class Lesson:
    """A teacher and a student; ``sentence`` as typed."""

    teacher: ModelRecord
    student: ModelRecord
    sentence: str

    @property
    def names(self) -> tuple[str, str]:
        """The teacher's and the student's."""
        return self.teacher.name, self.student.name

    @property
    def ids(self) -> tuple[str, str]:
        """The same for the registry."""
        return self.teacher.id, self.student.id

    @staticmethod
    def both(conditions: tuple[Conditions, Conditions]) -> Conditions:
        """The teacher's and the student's conditions, as those of one file."""
        one, other = conditions
        return replace(
            one, model_id=f"{one.model_id} and {other.model_id}", revision=f"{one.revision} and {other.revision}"
        )

    def computed(self, *, live: bool = True) -> None:
        """Which models computed what stands on the screen."""
        for model in (self.teacher, self.student):
            parameters = cache.parameters(model.id) if live else None
            computed_by(model, cache.conditions(model.id), parameters=parameters, live=live)


def teacher_and_student() -> tuple[ModelRecord, ModelRecord] | None:
    """The two models, to choose from lists; None while one of them is not on this machine."""
    listed = not controls_hidden()
    left, right = st.columns(2) if listed else (st.container(), st.container())
    with left:
        teacher = choose_model(Role.MASKED, label="The teacher", listed=listed)
    with right:
        student = choose_model(Role.MASKED, key=STUDENT, label="The student", listed=listed, usual=USUAL_STUDENT)
    return None if teacher is None or student is None else (teacher, student)


def blanks_of(lesson: Lesson, *, key: str) -> Situation:
    """The sentence as the teacher reads it, and what is hidden in it, to click on.

    Raises:
        NothingMasked: Nothing is.
    """
    tokens = cache.tokens(lesson.teacher.id, lesson.sentence)
    masked = masks_from_link(tokens)
    mask_strip(tokens, masked, key=f"{key}-strip")
    at = Situation(lesson.teacher, tokens, masked)
    if not at.blanks:
        raise NothingMasked("Nothing is masked yet. Click a word above, or type [MASK] in the sentence.")
    return at
