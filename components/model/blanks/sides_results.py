"""Results of predicting blanks from one side or from both, for one sentence and for the probe set.

The loss from hiding a side is a difference of logarithms, in bits: log2 P(word | both sides) - log2 P(word | one side).
It varies between sentences, so figures of the probe set come with quartiles and percentile bootstrap intervals (Efron
1979, https://doi.org/10.1214/aos/1176344552).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from components.model.blanks.blank_probes import BlankProbe
from components.model.blanks.results import BlankPrediction
from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval, mean_interval, median_interval, resample_indices

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class ContextSide(StrEnum):
    """The context from which a blank is predicted."""

    BOTH = "both sides"
    LEFT = "left side only"
    RIGHT = "right side only"
    NEXT = "next word"  # the left side, by a causal model


@dataclass(frozen=True)
class SidePredictions:
    """The predictions at one blank from both sides, the left and the right, with the scores of one word, ``answer``.

    ``predictions`` are from :attr:`ContextSide.BOTH`, :attr:`ContextSide.LEFT` and :attr:`ContextSide.RIGHT`, in that
    order. ``continues`` says whether the answer continues the word before it.
    """

    position: int
    answer: str
    continues: bool
    predictions: tuple[BlankPrediction, BlankPrediction, BlankPrediction]
    conditions: Conditions

    def from_side(self, side: ContextSide) -> BlankPrediction:
        """The prediction from one of the three sides.

        Raises:
            ValueError: ``side`` is not one of them.
        """
        return self.predictions[(ContextSide.BOTH, ContextSide.LEFT, ContextSide.RIGHT).index(side)]


@dataclass(frozen=True)
class NextWordPrediction:
    """What a causal model gives ``word`` as the word after ``before``, and what it would rather have said.

    ``blank`` has the candidates; its position is that of the last token read.
    """

    before: str
    word: str
    blank: BlankPrediction
    conditions: Conditions


@dataclass(frozen=True)
class SideAblation:
    """The scores of the words of all probes from each side.

    ``bits`` are log2 of the word's probability and ``ranks`` are in the vocabulary, from 1; ``vocabulary`` is its size.
    ``skipped`` are the probes whose word is not a single token.

    *Shape:* ``bits``, ``ranks`` (side, probe).
    """

    sides: tuple[ContextSide, ...]
    probes: tuple[BlankProbe, ...]
    bits: Array
    ranks: Ints
    skipped: tuple[BlankProbe, ...]
    vocabulary: int
    conditions: Conditions

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the probes, in order of appearance."""
        return tuple(dict.fromkeys(probe.group for probe in self.probes))

    def bits_of(self, side: ContextSide) -> Array:
        """log2 of the words' probabilities from a side. *Shape:* (probe,)."""
        bits: Array = self.bits[self.sides.index(side)]
        return bits

    def ranks_of(self, side: ContextSide) -> Ints:
        """The words' ranks from a side; 1 is the most likely. *Shape:* (probe,)."""
        ranks: Ints = self.ranks[self.sides.index(side)]
        return ranks

    def bits_lost(self, side: ContextSide) -> Array:
        """Bits that each word loses when only ``side`` is visible; negative for a gain. *Shape:* (probe,)."""
        return self.bits_of(ContextSide.BOTH) - self.bits_of(side)

    def members(self, group: str | None) -> npt.NDArray[np.bool_]:
        """Whether each probe belongs to a group; None means all. *Shape:* (probe,)."""
        return np.array([group in (None, probe.group) for probe in self.probes], dtype=np.bool_)


@dataclass(frozen=True)
class ProbeSummary:
    """Summary statistics of one number per probe, in bits; the quartiles are ``low``, ``median`` and ``high``.

    The intervals are 95% bootstrap intervals over the probes. ``above`` is the proportion of numbers above 0.
    """

    count: int
    mean: float
    median: float
    low: float
    high: float
    mean_interval: tuple[float, float]
    median_interval: tuple[float, float]
    above: float


def summarise_probes(values: Sequence[float] | Array) -> ProbeSummary:
    """Summarise ``values``, one per probe. The same values always give the same intervals.

    Raises:
        ValueError: There are no values, or one is not a finite number.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("a spread needs finite numbers, and at least one")
    low, median, high = np.quantile(numbers, (0.25, 0.5, 0.75))
    indices = resample_indices(len(numbers))
    return ProbeSummary(
        count=len(numbers),
        mean=float(numbers.mean()),
        median=float(median),
        low=float(low),
        high=float(high),
        mean_interval=_ends(mean_interval(numbers, indices)),
        median_interval=_ends(median_interval(numbers, indices)),
        above=float((numbers > 0).mean()),
    )


def top1_accuracy(effects: SideAblation, side: ContextSide, group: str | None = None) -> float:
    """The proportion of probes whose word is ranked first from a side, of all probes or of a group.

    Raises:
        ValueError: The group has no probe.
    """
    ranks = effects.ranks_of(side)[effects.members(group)]
    if not len(ranks):
        raise ValueError(f"no probe is in {group!r}")
    return float((ranks == 1).mean())


def _ends(interval: Interval) -> tuple[float, float]:
    return interval.low, interval.high
