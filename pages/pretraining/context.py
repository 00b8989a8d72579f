"""What every mode of the room starts from."""

from dataclasses import dataclass

import cache.engine
from components.model.checkpoints.records import ModelRecord
from components.model.results import Tokens
from pages.parts.context import BlankContext
from pages.parts.findings import Computed
from pages.parts.masks import mask_strip, masks_from_link


@dataclass(frozen=True)
class PretrainingContext:
    """A sentence as typed, and the model that is to read it."""

    model: ModelRecord
    sentence: str

    @property
    def tokens(self) -> Tokens:
        """The sentence as the model reads it.

        Raises:
            UserError: It cannot be read.
        """
        return cache.engine.tokens(self.model.id, self.sentence)

    @property
    def computed(self) -> Computed:
        """The model, as what computes everything about this sentence."""
        return Computed(self.model, cache.engine.conditions(self.model.id))

    def blanks(self) -> BlankContext:
        """The sentence with its blanks, its words to be hidden by a click.

        Raises:
            UserError: It cannot be read.
        """
        tokens = self.tokens
        masked = masks_from_link(tokens)
        mask_strip(tokens, masked, key="strip")
        return BlankContext(self.model, tokens, masked)
