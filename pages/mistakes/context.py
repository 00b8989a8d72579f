"""The context of the room's modes."""

from dataclasses import dataclass

import cache.engine
from components.mistakes.model.mistake import Mistake
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class MistakesContext:
    """A mistake, and the model to make it with."""

    model: ModelRecord
    mistake: Mistake

    @property
    def computed(self) -> Provenance:
        """What computes the figures."""
        return Provenance(self.model, cache.engine.conditions(self.model.id))
