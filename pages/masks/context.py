"""What every mode of the room starts from."""

from dataclasses import dataclass

from cache.engine import conditions
from components.model.checkpoints.records import ModelRecord
from pages.parts.findings import Computed


@dataclass(frozen=True)
class MasksContext:
    """A sentence as typed, and the model that is to read it."""

    model: ModelRecord
    sentence: str

    @property
    def computed(self) -> Computed:
        """The model, as what computes everything about this sentence."""
        return Computed(self.model, conditions(self.model.id))
