"""The context of every mode of the room: the encoder."""

from dataclasses import dataclass

import cache.engine
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class TasksContext:
    """The encoder that the heads share."""

    model: ModelRecord

    @property
    def computed(self) -> Provenance:
        """The model and the conditions of its computations."""
        return Provenance(self.model, cache.engine.conditions(self.model.id))
