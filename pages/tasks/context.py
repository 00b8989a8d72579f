"""What every mode of the room starts from: the encoder that all heads share."""

from dataclasses import dataclass

import cache.engine
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class TasksContext:
    """The encoder."""

    model: ModelRecord

    @property
    def computed(self) -> Provenance:
        """It as what computes everything."""
        return Provenance(self.model, cache.engine.conditions(self.model.id))
