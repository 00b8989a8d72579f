"""The context of the room's modes."""

from dataclasses import dataclass

import cache.engine
from cache.shipped.family import TRAINING_LENGTH, family_figures
from components.model.checkpoints.records import ModelRecord, Role
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.positions.model.results import PositionEncoding
from components.positions.tables.findings import far_positions_finding
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class PositionsContext:
    """The chosen model, its position encoding, and the sentence, which may be empty or too long."""

    model: ModelRecord
    encoding: PositionEncoding
    sentence: str

    @property
    def tokens(self) -> Tokens:
        """The sentence in the model's tokens.

        Raises:
            UserError: The sentence is empty or too long.
        """
        return cache.engine.tokens(self.model.id, self.sentence)

    @property
    def computed(self) -> Provenance:
        """The model and its conditions, to name as the source of results."""
        return Provenance(self.model, self.encoding.conditions)

    @property
    def far_positions_note(self) -> str:
        """How a bundled model learned positions that few training texts reached; empty for other models."""
        figures = family_figures().get(self.model.id)
        return far_positions_finding(figures.far_tokens if figures else 0, TRAINING_LENGTH)

    def require_masked_model(self) -> None:
        """Raise an error unless the model is a masked language model.

        Raises:
            UserError: The model is of another kind.
        """
        if self.model.role is not Role.MASKED:
            causal = "reads left to right and predicts the next word, not a masked one"
            encoder = "turns text into vectors and has no vocabulary head to fill in masked words"
            why = causal if self.model.role is Role.CAUSAL else encoder
            raise UserError(f"{self.model.name} {why}. Choose a masked model.")
