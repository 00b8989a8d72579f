"""Frozen results of the room: position encodings and their tables, losses by position, and changes of order."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions, Floats, MaskPrediction


class PositionKind(StrEnum):
    """How a model encodes positions."""

    LEARNED = "learned"  # a table of vectors, trained with the rest
    SINUSOIDAL = "sinusoidal"  # a table of vectors that follow a formula
    ROTARY = "rotary"  # no table: queries and keys are rotated
    NONE = "none"  # a table of zeros


@dataclass(frozen=True)
class PositionEncoding:
    """A model's position encoding.

    Attributes:
        kind: How positions are encoded.
        max_positions: The largest number of tokens in an input.
        width: The dimensions of a position vector or, without a table, of the hidden states.
        heads: The number of heads in each layer.
        head_width: The dimensions of a head's queries and keys.
        bases: The bases of the rotary frequencies, which may differ between layers; empty without rotation.
        has_hard_limit: Whether a longer input raises an error. It does wherever positions or angles are looked up in a
            table, even if a formula could extend it.
        conditions: The model that it was read from.
    """

    kind: PositionKind
    max_positions: int
    width: int
    heads: int
    head_width: int
    bases: tuple[float, ...]
    has_hard_limit: bool
    conditions: Conditions


@dataclass(frozen=True, eq=False)
class PositionTable:
    """The position embeddings of a model, from the first token's.

    ``scale`` is the factor of a sinusoidal table, and 1 for others.

    *Shape:* ``values`` (position, dimension)
    """

    kind: PositionKind
    values: Floats
    scale: float
    conditions: Conditions


@dataclass(frozen=True)
class FamilyLoss:
    """The mean loss of one model of the family over the tokens of held-out texts, in one bucket of positions.

    The field names are the keys of the file of measurements.

    Attributes:
        member: Its name, such as "rope".
        length: The length of the texts, in tokens.
        position: The first position of the bucket.
        loss: In nats per token.
        pieces: The number of tokens.
    """

    member: str
    length: int
    position: int
    loss: float
    pieces: int


@dataclass(frozen=True)
class Shuffle:
    """Shuffle the words of a sentence; blanks keep their places. The same seed gives the same order."""

    seed: int


@dataclass(frozen=True)
class Swap:
    """Swap two words, each given by the position of any of its tokens."""

    first: int
    second: int


@dataclass(frozen=True)
class Arrangement:
    """An order made by hand: all words, each given by the position of its first token."""

    words: tuple[int, ...]


OrderChange = Shuffle | Swap | Arrangement


@dataclass(frozen=True)
class OrderEffect:
    """The effect of a change of order on one blank.

    Attributes:
        order: The old positions of the tokens, in their new order.
        same_input: Whether the model's input is the same as before, since only equal words changed places.
        blanks: Old positions that are masked.
        position: The position of the blank before the change.
        new_position: Its position after the change.
        before: The prediction before the change.
        after: The prediction after the change.
        top_word_before: The log-probability of the top word before the change, in nats.
        top_word_after: The log-probability of the same word after the change, in nats.
        divergence: Jensen-Shannon divergence between the two distributions over the vocabulary, in bits: from 0 to 1.
        conditions: What computed it.
    """

    order: tuple[int, ...]
    blanks: tuple[int, ...]
    position: int
    new_position: int
    before: MaskPrediction
    after: MaskPrediction
    top_word_before: float
    top_word_after: float
    divergence: float
    conditions: Conditions
    same_input: bool = False
