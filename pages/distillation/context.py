"""The context of the room's views: a teacher, a student, and a sentence."""

from dataclasses import dataclass

import cache.engine
from components.model.checkpoints.records import ModelRecord
from components.model.user_errors import NothingMasked
from pages.parts.findings import Provenance
from pages.parts.sentence.context import BlankContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.snippets import model_source


@dataclass(frozen=True)
class DistillationContext:
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

    @property
    def homes(self) -> list[tuple[str, str | None]]:
        """The same for code."""
        return [model_source(self.teacher), model_source(self.student)]

    @property
    def computed(self) -> tuple[Provenance, ...]:
        """Both, as what computes everything about this sentence."""
        return tuple(Provenance(model, cache.engine.conditions(model.id)) for model in (self.teacher, self.student))

    def masked_sentence(self, *, key: str) -> BlankContext:
        """The sentence as the teacher reads it, and what is hidden in it, to click on.

        Raises:
            NothingMasked: Nothing is.
        """
        tokens = cache.engine.tokens(self.teacher.id, self.sentence)
        masked = masks_from_link(tokens)
        mask_strip(tokens, masked, key=f"{key}-strip")
        at = BlankContext(self.teacher, tokens, masked)
        if not at.blanks:
            raise NothingMasked
        return at
