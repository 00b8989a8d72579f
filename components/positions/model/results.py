"""What is found out about a model's positions: its kind, its table, its end, and losses by position."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions, Floats, MaskPrediction


class PositionKind(StrEnum):
    """How a model is told where a token stands."""

    LEARNED = "learned"  # a table of vectors, trained with the rest
    SINUSOIDAL = "sinusoidal"  # a table of vectors that follow a formula
    ROTARY = "rotary"  # no table: queries and keys are turned
    NONE = "none"  # a table of zeros


@dataclass(frozen=True)
class PositionEncoding:
    """What is known of a model's positions.

    Attributes:
        kind: How it is told.
        positions: How many tokens it reads at most.
        width: Numbers of a position vector or, where it adds none, of a token's vector.
        heads: Heads a layer.
        head_width: Numbers of a head's queries and keys.
        bases: The bases of its rotary frequencies, of which different layers may have different ones; else none.
        breaks: Whether one token more is an error in this model as it is built. That is so wherever positions, or the
            angles of their turns, are looked up in a list, even one that a formula could make longer.
        conditions: What it was read from.
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
    """The vectors a model adds to its words, the first being that of its first token.

    ``scale`` is what a sinusoidal table was multiplied by, 1 elsewhere.

    *Shape:* ``values`` (position, dimension)
    """

    kind: PositionKind
    values: Floats
    scale: float
    conditions: Conditions


@dataclass(frozen=True)
class PositionLoss:
    """What one masked token cost, given all the others: minus the logarithm of its probability, in nats."""

    position: int
    text: str
    loss: float


@dataclass(frozen=True)
class FamilyLoss:
    """The mean loss of one model of the family over pieces of held-out texts.

    Attributes:
        member: Its name, such as "rope".
        length: How long the texts were, in pieces.
        position: Where the bucket of positions begins.
        loss: In nats a piece.
        pieces: Over how many.
    """

    member: str
    length: int
    position: int
    loss: float
    pieces: int


@dataclass(frozen=True)
class FamilyLossConditions:
    """What the family's losses were measured under.

    Attributes:
        made_by: The command that measures them.
        trained: The longest texts of the members' training, in pieces.
    """

    made_by: str
    trained: int


def sample_evenly(positions: Sequence[int], limit: int) -> tuple[int, ...]:
    """At most ``most`` of some positions, evenly spread from the first to the last of them."""
    if len(positions) <= limit:
        return tuple(positions)
    if limit < 2:
        return tuple(positions[:limit])
    step = (len(positions) - 1) / (limit - 1)
    return tuple(positions[round(number * step)] for number in range(limit))


@dataclass(frozen=True)
class Shuffle:
    """The words of a sentence in another order; blanks keep their places. The same seed gives the same order."""

    seed: int


@dataclass(frozen=True)
class Swap:
    """Two words in each other's place, named by the position of any piece of each."""

    first: int
    second: int


@dataclass(frozen=True)
class Shift:
    """Every token ``by`` positions further on, with nothing to be seen before the first."""

    by: int


@dataclass(frozen=True)
class Arrangement:
    """All words in an order of one's own, each named by the position of its first piece."""

    words: tuple[int, ...]


OrderChange = Shuffle | Swap | Shift | Arrangement


@dataclass(frozen=True)
class OrderEffect:
    """One blank before and after a change.

    Attributes:
        order: Old positions in the order in which the tokens stand now.
        blanks: Old positions that are masked.
        position: Of the blank before the change.
        moved_to: Of the blank after it, counted from the first token of the sentence.
        shift: How many positions everything moved on.
        before: The prediction before.
        after: The prediction after.
        first_before: The log-probability, natural, of the first choice before the change.
        first_after: The log-probability of the same word after it.
        divergence: Jensen-Shannon divergence of the two distributions over the vocabulary, in bits: from 0 to 1.
        attention: For each layer the mean, over heads and tokens, of the attention that went elsewhere, from 0 to 1
            (total variation), tokens being followed to where they stand now.
        conditions: What it was computed by.
    """

    order: tuple[int, ...]
    blanks: tuple[int, ...]
    position: int
    new_position: int
    shift: int
    before: MaskPrediction
    after: MaskPrediction
    top_word_before: float
    top_word_after: float
    divergence: float
    attention_change: tuple[float, ...]
    conditions: Conditions

    @property
    def mean_attention_change(self) -> float:
        """The attention that went elsewhere, over all layers."""
        return sum(self.attention_change) / len(self.attention_change)
