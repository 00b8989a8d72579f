"""What every mode of the room starts from."""

from dataclasses import dataclass
from functools import cached_property

from cache.engine import conditions
from components.attention.model.opening import opening_head, strongest_head
from components.model.checkpoints.records import ModelRecord
from components.model.results import Token, Trace
from pages.parts.findings import Provenance


@dataclass(frozen=True)
class AttentionContext:
    """A sentence, or a pair, as the chosen model reads it.

    ``second`` is empty where there is one sentence; ``looks`` is what an example is about: a word, and one that it may
    look at; ``word`` is a token whose strongest head opens, where a link names one.
    """

    model: ModelRecord
    sentence: str
    second: str
    trace: Trace
    word_pair: tuple[str, str] | None = None
    word: int | None = None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens, special ones included."""
        return self.trace.tokens.items

    @cached_property
    def opening(self) -> tuple[int, int, int | None]:
        """Layer, head and word to begin with: the head in which the word of an example or of the link attends most."""
        if self.word is not None and (head := strongest_head(self.trace, self.word)) is not None:
            return *head, self.word
        return opening_head(self.trace, self.word_pair)

    @property
    def shape(self) -> tuple[int, int]:
        """Layers, and heads a layer."""
        layers, heads = self.trace.attention.shape[:2]
        return layers, heads

    @property
    def name(self) -> str:
        """What this is a reading of: the same for everybody who sees the same."""
        return f"{self.model.id} {self.sentence} {self.second}"

    @property
    def computed(self) -> Provenance:
        """The model, as what computes everything about this sentence."""
        return Provenance(self.model, conditions(self.model.id))

    @property
    def inputs(self) -> dict[str, list[int]]:
        """A model's inputs, for code; it leaves away the segments where its model knows none."""
        inputs = {"input_ids": list(self.trace.tokens.ids)}
        if self.second:
            inputs["token_type_ids"] = [token.segment for token in self.tokens]
        return inputs
