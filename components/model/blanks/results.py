"""Results of computations about masked positions."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PossibleAnswer:
    """A token at a blank that can be selected as the answer: one of the most likely, or the masked one.

    ``rank`` is in the vocabulary, from 1; ``hidden`` says whether this is the masked token.
    """

    id: int
    text: str
    continues: bool
    probability: float
    rank: int
    hidden: bool


@dataclass(frozen=True)
class Occlusion:
    """The effect on an answer when one more token, at ``position``, is masked.

    ``probability`` is that of the answer then; ``loss`` is the decrease of its logarithm in nats, negative if masking
    the token helps.
    """

    position: int
    text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class PairWord:
    """A token with its natural log-probabilities for the first and the second of a pair."""

    text: str
    continues: bool
    first: float
    second: float
