"""Distillation: a student model beside the teacher it learned from."""

from components.distillation.model.presets import LOSSES_OPENER
from pages.distillation.inputs import BOX, check_models, choose_models, read_inputs, show_precomputed
from pages.distillation.modes import blanks, targets
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import DISTILLATION

PAGE = RoomPage(
    DISTILLATION,
    lead=(
        "A small model, the student, learns to give the same probabilities as a large one, the teacher. DistilBERT is "
        "a student of BERT. See what a student keeps of its teacher, and what it learns from."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Same blanks", blanks.show, veil=blanks.veil),
        Mode("Soft targets", targets.show, opener=LOSSES_OPENER),
    ),
    choose_models=choose_models,
    read_inputs=read_inputs,
    context=check_models,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
