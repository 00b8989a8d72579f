"""Results of the room “Tokens and input”: frozen, safe to share between visitors."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from components.model.input_vectors.results import EmbeddingPart
from components.model.results import Candidate, Conditions, Tokens


def name_without(parts: Iterable[EmbeddingPart]) -> str:
    """What the input without some parts is called, in the order of the parts."""
    left_out = set(parts)
    return ", ".join(f"no {part.value}s" for part in EmbeddingPart if part in left_out)


class ArrayName(StrEnum):
    """The arrays of one pass, written as in code with transformers."""

    INPUT_IDS = "input_ids"
    TOKEN_TYPE_IDS = "token_type_ids"
    POSITION_IDS = "position_ids"
    ATTENTION_MASK = "attention_mask"
    LAST_HIDDEN_STATE = "last_hidden_state"
    FIRST_VECTOR = "last_hidden_state[:, 0]"
    POOLER_OUTPUT = "pooler_output"


@dataclass(frozen=True)
class ModelArray:
    """One array: its shape, and its first numbers in memory."""

    name: ArrayName
    shape: tuple[int, ...]
    first_numbers: tuple[float, ...]


@dataclass(frozen=True)
class ModelArrays:
    """What goes into a model and what comes out.

    Attributes:
        tokens: The sentence, or a pair.
        arrays: From the ids to the pooled vector, which many checkpoints do not have.
        pooled_cosine: The cosine of the first token's vector and the pooled one; None without a pooler.
        conditions: What computed it.
    """

    tokens: Tokens
    arrays: tuple[ModelArray, ...]
    pooled_cosine: float | None
    conditions: Conditions

    def shape(self, name: ArrayName) -> tuple[int, ...]:
        """The shape of one of the arrays.

        Raises:
            StopIteration: There is no such array.
        """
        return next(array.shape for array in self.arrays if array.name is name)


@dataclass(frozen=True)
class ChangedInput:
    """The prediction for a blank with one part of every input vector changed.

    ``probability`` and ``rank`` are those of the original answer.
    """

    name: str
    candidates: tuple[Candidate, ...]
    probability: float
    rank: int


@dataclass(frozen=True)
class PartAblation:
    """Predictions for a blank with the complete input first, then with one part left out or changed at a time."""

    answer: Candidate
    rows: tuple[ChangedInput, ...]
    conditions: Conditions


@dataclass(frozen=True)
class Excerpt:
    """An excerpt of a long text: tokens from ``start`` to ``end`` (exclusive), without [CLS] and [SEP].

    ``candidates``, ``probability`` and ``rank`` are predictions for the blank; empty and None if it was cut off.
    """

    name: str
    start: int
    end: int
    candidates: tuple[Candidate, ...] = ()
    probability: float | None = None
    rank: int | None = None


@dataclass(frozen=True)
class TruncatedText:
    """A text that is longer than the model's limit, truncated in every common way.

    Attributes:
        count: The number of its tokens, without special tokens.
        limit: The number of tokens that the model reads, special tokens included.
        blank: The position of the blank, from 0; None without one.
        clue_positions: The positions of the clue word.
        answer: The token whose probability is compared; empty without a blank.
        answer_id: Its id; None without a blank.
        excerpts: The excerpts.
        conditions: What computed the answers.
    """

    count: int
    limit: int
    blank: int | None
    clue_positions: tuple[int, ...]
    answer: str
    answer_id: int | None
    excerpts: tuple[Excerpt, ...]
    conditions: Conditions
