"""Results of activation patching: frozen, of plain Python and numpy."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from components.model.results import Conditions, Floats, Tokens
from components.model.user_errors import UserError

SMALLEST_DIFFERENCE = 0.5  # nats of log-odds between two sentences; below, shares would be of next to nothing


class PatchSite(StrEnum):
    """Which vector of a token is put into the other run."""

    WHOLE = "after the layer"
    ATTENTION = "from attention"
    FEED_FORWARD = "from feed-forward"


class UnevenPair(UserError):
    """Two sentences have different numbers of tokens; ``suggestion`` is the second one with as many as the first."""

    def __init__(self, message: str, suggestion: str) -> None:
        super().__init__(message)
        self.suggestion = suggestion


@dataclass(frozen=True)
class AlignedPair:
    """Two sentences of equally many tokens with a blank at the same place.

    Attributes:
        clean: The sentence whose vectors are put in.
        corrupt: The sentence that they are put into.
        blank: The position of the blank in both.
    """

    clean: Tokens
    corrupt: Tokens
    blank: int

    @property
    def differing(self) -> tuple[int, ...]:
        """The positions of the tokens that differ."""
        return tuple(
            place for place, ids in enumerate(zip(self.clean.ids, self.corrupt.ids, strict=True)) if len(set(ids)) > 1
        )


@dataclass(frozen=True)
class AnswerWord:
    """One token of the vocabulary as an answer, with its probability in either sentence."""

    id: int
    text: str
    continues: bool
    clean: float
    corrupt: float


AnswerPair = tuple[AnswerWord, AnswerWord]


@dataclass(frozen=True)
class PatchGrid:
    """How much of the answer comes back when one token's vector is put in, for every layer and token.

    A share of 0 is the log-odds of the corrupt sentence, 1 that of the clean one. Logarithms are natural.

    Attributes:
        pair: The sentences.
        words: The words whose log-odds are compared.
        site: The vectors that are put in.
        layers: The numbers of the rows: 0 is the embeddings, which only ``PatchSite.WHOLE`` has.
        clean: The log-odds of the first word against the second in the clean sentence.
        corrupt: The same in the corrupt sentence.
        shares: Shares of the log-odds regained; None if those of the sentences differ by less than
            :data:`SMALLEST_DIFFERENCE`. *Shape:* (row, token)
        everything: The share with the vectors of all tokens put in, at the layer where it is farthest from 1; None if
            ``shares`` is.
        nothing: The share with none put in; None if ``shares`` is.
        conditions: What the numbers were computed under.
    """

    pair: AlignedPair
    words: AnswerPair
    site: PatchSite
    layers: tuple[int, ...]
    clean: float
    corrupt: float
    shares: tuple[tuple[float, ...], ...] | None
    everything: float | None
    nothing: float | None
    conditions: Conditions

    @property
    def array(self) -> Floats:
        """The shares as an array. *Shape:* (row, token)."""
        return np.array(self.shares or (), dtype=np.float32)


@dataclass(frozen=True)
class LayerParts:
    """The parts of one layer put in alone, at one token: its heads, its whole attention, and its feed-forward part.

    Attributes:
        layer: From 1.
        position: The token.
        heads: The share that each head regains. *Shape:* (head,)
        attention: The share of all heads together, with the projection.
        feed_forward: The share of the feed-forward part.
    """

    layer: int
    position: int
    heads: tuple[float, ...]
    attention: float
    feed_forward: float


class TokenGroup(StrEnum):
    """Tokens whose vectors are put in together."""

    DIFFERING = "words that differ"
    BLANK = "the blank"
    OTHERS = "all other words"


@dataclass(frozen=True)
class PairPath:
    """Where one pair's answer is, layer after layer.

    Attributes:
        pair: The sentences.
        words: The answers.
        shares: The share regained by each group of tokens, put in together, from the embeddings on.
            *Shape:* (group, layer + 1)
    """

    pair: AlignedPair
    words: AnswerPair
    shares: tuple[tuple[float, ...], ...]

    def of(self, group: TokenGroup) -> tuple[float, ...]:
        """The shares of one group, layer after layer."""
        return self.shares[list(TokenGroup).index(group)]


@dataclass(frozen=True)
class PhenomenonPaths:
    """The paths of all pairs of one phenomenon.

    Attributes:
        phenomenon: Its name.
        paths: Those that the model can be tested on.
        left_out: The number of pairs that it cannot: their tokens or answers do not fit its vocabulary, or it does not
            tell the sentences apart.
        conditions: What the numbers were computed under.
    """

    phenomenon: str
    paths: tuple[PairPath, ...]
    left_out: int
    conditions: Conditions
