"""Results of the room “Tests of language”."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval
from components.model.statistics.proportions import proportion_interval
from components.suites.model.pairs import MinimalPair

GOOD, TIED, BAD = "good", "tie", "bad"  # which sentence of a pair a model prefers
TIE = 1e-6  # nats: what is less is no preference


@dataclass(frozen=True)
class PairScore:
    """What a model prefers in a pair.

    Attributes:
        pair: The pair.
        log_odds: The natural logarithm of how many times as likely the good sentence is as the bad one; None if the
            model cannot read one of them.
        passes: The number of forward passes that it took.
        problem: Why there is no score; "" if there is one.
    """

    pair: MinimalPair
    log_odds: float | None
    passes: int = 0
    problem: str = ""

    @property
    def credit(self) -> float:
        """1 if the good sentence is preferred, 0 if the bad one is, and one half for a tie."""
        if self.log_odds is None or math.isnan(self.log_odds):
            return 0.0
        return 0.5 if abs(self.log_odds) <= TIE else float(self.log_odds > 0)

    @property
    def side(self) -> str:
        """:data:`GOOD`, :data:`BAD` or :data:`TIED`: which sentence is preferred, as :attr:`credit` counts it."""
        return TIED if self.credit == 0.5 else GOOD if self.credit else BAD


@dataclass(frozen=True)
class SuiteScores:
    """The scores of a list of pairs, in its order."""

    scores: tuple[PairScore, ...]
    conditions: Conditions

    def of(self, phenomenon: str) -> tuple[PairScore, ...]:
        """The pairs of one phenomenon that have a score."""
        return tuple(each for each in self.scores if each.pair.phenomenon == phenomenon and each.log_odds is not None)


def accuracy(scores: Sequence[PairScore]) -> Interval:
    """The share of pairs in which the good sentence is preferred, with its 95% interval; unknown without any pair.

    Half a point of a tie counts as half a success in the interval, too.
    """
    if not scores:
        return Interval(math.nan, math.nan, math.nan)
    return proportion_interval(sum(each.credit for each in scores), len(scores))


def worst(scores: Sequence[PairScore], count: int) -> tuple[PairScore, ...]:
    """The pairs in which the bad sentence is ahead by most, worst first."""
    return tuple(sorted(scores, key=lambda each: each.log_odds or 0.0)[:count])
