"""What every mode of the room starts from."""

from dataclasses import dataclass

from components.model.registry import ModelRecord
from components.model.results import Tokens


@dataclass(frozen=True)
class Situation:
    """The sentence on the screen, as the chosen model reads it, and what a visitor has masked beside typed masks."""

    model: ModelRecord
    tokens: Tokens
    masked: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The sentence as typed."""
        return self.tokens.sentence

    @property
    def written(self) -> str:
        """The sentence with every typed mask written "[MASK]", however a visitor wrote it: what snippets start from."""
        text = self.sentence
        for position in reversed(self.tokens.typed_masks):
            mask = self.tokens.items[position]
            text = f"{text[: mask.start]}[MASK]{text[mask.end :]}"
        return text

    @property
    def blanks(self) -> tuple[int, ...]:
        """The positions of all masks, in the order of the sentence."""
        return tuple(sorted({*self.masked, *self.tokens.typed_masks}))
