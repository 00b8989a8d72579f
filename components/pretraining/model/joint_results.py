"""Results of both objectives on one pair: frozen, without torch."""

import math
from dataclasses import dataclass

from components.model.results import Candidate, Conditions, Tokens


@dataclass(frozen=True)
class MaskedTarget:
    """A masked token and its prediction.

    Attributes:
        position: Its position in the pair.
        text: The masked token, which is the target.
        continues: Whether it continues the word before it.
        nats: The loss.
        candidates: The likeliest tokens.
    """

    position: int
    text: str
    continues: bool
    nats: float
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class JointLosses:
    """Both objectives on one pair.

    Attributes:
        tokens: The pair.
        targets: The masked tokens.
        follows: The probability that the second sentence follows the first.
        conditions: The conditions of the figures.
    """

    tokens: Tokens
    targets: tuple[MaskedTarget, ...]
    follows: float
    conditions: Conditions

    @property
    def masked_loss(self) -> float:
        """The mean loss of the masked tokens, in nats."""
        return sum(target.nats for target in self.targets) / len(self.targets)

    def next_sentence_loss(self, *, follows: bool) -> float:
        """The loss of the next-sentence prediction in nats, if the pair does or does not follow."""
        return -math.log(max(self.follows if follows else 1 - self.follows, 1e-300))
