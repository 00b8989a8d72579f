"""What every mode of the room starts from."""

from dataclasses import dataclass

import cache.engine
from components.mistakes.model.mistake import Mistake
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class MistakesContext:
    """A mistake, and the model that it is made with."""

    model: ModelRecord
    mistake: Mistake

    @property
    def computed(self) -> Provenance:
        """The model, as what computes everything."""
        return Provenance(self.model, cache.engine.conditions(self.model.id))
