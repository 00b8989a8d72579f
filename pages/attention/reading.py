"""What every mode of the room starts from."""

from dataclasses import dataclass

from components.model.records import ModelRecord
from components.model.results import Token, Trace


@dataclass(frozen=True)
class Reading:
    """A sentence, or a pair, as the chosen model reads it. ``second`` is empty where there is one sentence."""

    model: ModelRecord
    sentence: str
    second: str
    trace: Trace

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens, marks included."""
        return self.trace.tokens.items

    @property
    def shape(self) -> tuple[int, int]:
        """Layers, and heads a layer."""
        layers, heads = self.trace.attention.shape[:2]
        return layers, heads

    @property
    def name(self) -> str:
        """What this is a reading of: the same for everybody who sees the same."""
        return f"{self.model.id} {self.sentence} {self.second}"
