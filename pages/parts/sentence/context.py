"""What modes start from: a sentence and a model, or a sentence with blanks."""

from dataclasses import dataclass

from cache.engine import conditions
from cache.engine import tokens as tokens_of
from components.model.checkpoints.records import ModelRecord
from components.model.results import Tokens
from pages.parts.findings import Provenance
from pages.parts.sentence.masks import mask_strip, masks_from_link


@dataclass(frozen=True)
class BlankContext:
    """The sentence on the screen, as the chosen model reads it, and what a visitor has masked beside typed masks."""

    model: ModelRecord
    tokens: Tokens
    masked: tuple[int, ...]

    @property
    def computed(self) -> Provenance:
        """The model, as what computes everything about this sentence."""
        return Provenance(self.model, conditions(self.model.id))

    @property
    def sentence(self) -> str:
        """The sentence as typed."""
        return self.tokens.sentence

    @property
    def masked_sentence(self) -> str:
        """The sentence with "[MASK]" in place of every blank: what any tokenizer can read."""
        return self._with_masks(self.blanks)

    @property
    def blanks(self) -> tuple[int, ...]:
        """The positions of all masks, in the order of the sentence."""
        return tuple(sorted({*self.masked, *self.tokens.typed_masks}))

    def _with_masks(self, positions: tuple[int, ...]) -> str:
        text = self.sentence
        for position in reversed(positions):
            token = self.tokens.items[position]
            text = f"{text[: token.start]}[MASK]{text[token.end :]}"
        return text


@dataclass(frozen=True)
class SentenceContext:
    """A sentence as typed, and the model that is to read it; every mode reads it in a way of its own."""

    model: ModelRecord
    sentence: str

    @property
    def tokens(self) -> Tokens:
        """The sentence as the model reads it.

        Raises:
            UserError: It cannot be read.
        """
        return tokens_of(self.model.id, self.sentence)

    @property
    def computed(self) -> Provenance:
        """The model, as what computes everything about this sentence."""
        return Provenance(self.model, conditions(self.model.id))

    def blank_context(self) -> BlankContext:
        """The sentence with its blanks, its words to be hidden by a click.

        Raises:
            UserError: It cannot be read.
        """
        tokens = self.tokens  # a copy from the cache each time
        masked = masks_from_link(tokens)
        mask_strip(tokens, masked, key="strip")
        return BlankContext(self.model, tokens, masked)
