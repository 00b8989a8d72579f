"""The context that every mode of the room is given."""

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

    ``second`` is empty for a single sentence; ``word_pair`` is a word of an example and one that it may attend to;
    ``word`` is a token whose strongest head is shown first, if the link names one; ``remark`` is the example's.
    """

    model: ModelRecord
    sentence: str
    second: str
    trace: Trace
    word_pair: tuple[str, str] | None = None
    word: int | None = None
    remark: str = ""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens, special ones included."""
        return self.trace.tokens.items

    @cached_property
    def opening(self) -> tuple[int, int, int | None]:
        """The layer, head and query shown first: the strongest head of the word of the example or of the link."""
        if self.word is not None and (head := strongest_head(self.trace, self.word)) is not None:
            return *head, self.word
        return opening_head(self.trace, self.word_pair)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of layers, and of heads per layer."""
        layers, heads = self.trace.attention.shape[:2]
        return layers, heads

    @property
    def name(self) -> str:
        """A string that identifies the model and the sentences."""
        return f"{self.model.id} {self.sentence} {self.second}"

    @property
    def computed(self) -> Provenance:
        """The model and its conditions, for the foot of the page."""
        return Provenance(self.model, conditions(self.model.id))

    @property
    def inputs(self) -> dict[str, list[int]]:
        """The model's inputs for copied code, which drops ``token_type_ids`` if the model has none."""
        inputs = {"input_ids": list(self.trace.tokens.ids)}
        if self.second:
            inputs["token_type_ids"] = [token.segment for token in self.tokens]
        return inputs
