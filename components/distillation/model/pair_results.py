"""Results of comparing two models at a blank: frozen, safe to share between visitors."""

from dataclasses import dataclass

from components.model.blanks.results import PairWord
from components.model.results import Conditions, MaskPrediction


@dataclass(frozen=True)
class ModelPair:
    """Two models at the same blank of one sentence.

    Attributes:
        first: The prediction of the first model.
        second: The prediction of the second.
        words: The union of each model's most likely tokens, whether or not the other model has them, with
            log-probabilities over the whole vocabulary: minus infinity for a token that a vocabulary lacks. Upper and
            lower case are summed, and written as the likelier of the two.
        shared: The number of tokens in both vocabularies.
        mass_first: The probability that the first model gives them together.
        mass_second: The same for the second.
        jsd: The Jensen-Shannon divergence in nats of the two distributions renormalised over the shared tokens.
        conditions: Those of both models.
    """

    first: MaskPrediction
    second: MaskPrediction
    words: tuple[PairWord, ...]
    shared: int
    mass_first: float
    mass_second: float
    jsd: float
    conditions: tuple[Conditions, Conditions]
