"""The context of the room's modes: a teacher, a student, and a sentence."""

from dataclasses import dataclass

import cache.engine
from components.distillation.model.presets import HIDDEN_WORD, LOSSES_OPENER
from components.model.checkpoints.records import ModelRecord
from components.model.user_errors import NothingMasked
from pages.parts.findings import Provenance
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.snippets import model_source

STUDENT_PARAMETER = "student"  # query parameter of the link


@dataclass(frozen=True)
class DistillationContext:
    """A teacher, a student, and the sentence as typed."""

    teacher: ModelRecord
    student: ModelRecord
    sentence: str

    @property
    def names(self) -> tuple[str, str]:
        """Names of the teacher and the student."""
        return self.teacher.name, self.student.name

    @property
    def ids(self) -> tuple[str, str]:
        """Their ids in the registry."""
        return self.teacher.id, self.student.id

    @property
    def homes(self) -> list[tuple[str, str | None]]:
        """Their sources for code snippets."""
        return [model_source(self.teacher), model_source(self.student)]

    @property
    def computed(self) -> tuple[Provenance, ...]:
        """Both models as the source of all results, for the foot of the page."""
        return tuple(Provenance(model, cache.engine.conditions(model.id)) for model in (self.teacher, self.student))

    def masked_sentence(self, *, key: str) -> BlankContext:
        """Draw the teacher's tokens, on which visitors click to mask them; returns the masked sentence.

        Raises:
            NothingMasked: No token is masked.
        """
        tokens = cache.engine.tokens(self.teacher.id, self.sentence)
        default = (HIDDEN_WORD,) if self.sentence == LOSSES_OPENER and HIDDEN_WORD in tokens.maskable else ()
        masked = masks_from_link(tokens, default, needs_blank=True)
        mask_strip(tokens, masked, key=f"{key}-strip")
        context = BlankContext(self.teacher, tokens, masked)
        if not context.blanks:
            raise NothingMasked
        return context
