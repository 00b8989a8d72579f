"""Results of both objectives on one pair: frozen, without torch."""

import math
from dataclasses import dataclass

from components.model.results import Conditions, MaskPrediction, Tokens


@dataclass(frozen=True)
class MaskedTarget:
    """A masked token of the pair and its prediction.

    Attributes:
        prediction: The prediction at its position; its ``hidden`` is the target.
        nats: The loss.
    """

    prediction: MaskPrediction
    nats: float


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
