"""What every mode of the room starts from."""

from dataclasses import dataclass

import cache
from cache.family import family_figures
from cache.positions import TRAINED
from components.model.position_results import Positions
from components.model.records import ModelRecord, Role
from components.model.refusal import Refusal
from components.model.results import Tokens
from components.tables.positions import far_positions


@dataclass(frozen=True)
class Here:
    """The chosen model, what is known of its positions, and the sentence on the screen, which may be unreadable."""

    model: ModelRecord
    found: Positions
    sentence: str

    @property
    def tokens(self) -> Tokens:
        """The sentence as the model reads it.

        Raises:
            Refusal: It cannot be read.
        """
        return cache.tokens(self.model.id, self.sentence)

    @property
    def about_far(self) -> str:
        """How a bundled model came by positions that few of its texts reached; else nothing."""
        figures = family_figures().get(self.model.id)
        return far_positions(figures.far_tokens if figures else 0, TRAINED)

    def fills_blanks(self) -> None:
        """Go on only with a masked model.

        Raises:
            Refusal: It is another one.
        """
        if self.model.role is not Role.MASKED:
            causal = "reads from left to right and fills no blanks: it guesses the next word instead"
            encoder = "turns text into vectors and fills no blanks: it has no vocabulary head"
            why = causal if self.model.role is Role.CAUSAL else encoder
            raise Refusal(f"{self.model.name} {why}. Please choose a masked model for this.")
