"""What modes receive: a sentence and a model, or a tokenized sentence with its masked positions."""

from dataclasses import dataclass

from cache.engine import conditions
from cache.engine import tokens as tokens_of
from components.model.checkpoints.records import ModelRecord
from components.model.results import Tokens
from pages.parts.findings import Provenance
from pages.parts.sentence.masks import mask_strip, masks_from_link


@dataclass(frozen=True)
class BlankContext:
    """A tokenized sentence, its model, and the positions that the visitor masked in addition to typed masks."""

    model: ModelRecord
    tokens: Tokens
    masked: tuple[int, ...]

    @property
    def computed(self) -> Provenance:
        """The model and the conditions under which every number about this sentence was computed."""
        return Provenance(self.model, conditions(self.model.id))

    @property
    def sentence(self) -> str:
        """The sentence as typed."""
        return self.tokens.sentence

    @property
    def masked_sentence(self) -> str:
        """The sentence with "[MASK]" written in place of every blank, for other tokenizers to read."""
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
    """A sentence as typed, and the model that reads it; each mode tokenizes or runs it as it needs."""

    model: ModelRecord
    sentence: str

    @property
    def tokens(self) -> Tokens:
        """The sentence as the model reads it.

        Raises:
            UserError: The model cannot read the sentence.
        """
        return tokens_of(self.model.id, self.sentence)

    @property
    def computed(self) -> Provenance:
        """The model, as what computes everything about this sentence."""
        return Provenance(self.model, conditions(self.model.id))

    def blank_context(self, *, needs_blank: bool = False) -> BlankContext:
        """Draw the tokens, which mask and unmask by click, and return the sentence with its blanks.

        Args:
            needs_blank: Whether a word is masked in a sentence that has no blank.

        Raises:
            UserError: It cannot be read.
        """
        tokens = self.tokens  # a copy from the cache each time
        masked = masks_from_link(tokens, needs_blank=needs_blank)
        mask_strip(tokens, masked, key="strip")
        return BlankContext(self.model, tokens, masked)
