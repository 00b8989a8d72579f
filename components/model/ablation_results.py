"""What becomes of a prediction when attention heads are switched off."""

from dataclasses import dataclass

from components.model.evidence_results import View
from components.model.pair_results import PairWord
from components.model.results import Conditions, Tokens

HeadPlace = tuple[int, int]  # layer, head, both from 0


@dataclass(frozen=True)
class WithoutHeads:
    """A blank predicted with all heads, and with those in ``off`` silent.

    ``answer`` is the piece that both views say the probability and the rank of. ``words`` are the likeliest pieces of
    both and the answer, ``first`` being with all heads. ``jsd`` is the Jensen-Shannon divergence in nats over the whole
    vocabulary: how far the prediction moved.
    """

    tokens: Tokens
    position: int
    off: frozenset[HeadPlace]
    answer: PairWord
    full: View
    without: View
    words: tuple[PairWord, ...]
    jsd: float
    conditions: Conditions


@dataclass(frozen=True)
class HeadImportance:
    """What an answer loses when one head is switched off.

    ``probability`` is what is left; ``bits`` the fall of its logarithm to the base 2: below zero where the head stood
    in the answer's way.
    """

    layer: int
    head: int
    probability: float
    bits: float
