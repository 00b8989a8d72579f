"""A blank seen from one side or from both, once and over a probe set.

What a side is worth is a difference of logarithms, in bits: log2 P(word | both sides) - log2 P(word | one side). It is
not the same for every blank, so a figure over the probe set comes with its spread, and with the interval that another
draw of sentences would plausibly have given (percentile bootstrap; Efron 1979, https://doi.org/10.1214/aos/1176344552).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from components.model.blanks.blank_probes import BlankProbe
from components.model.blanks.results import BlankPrediction
from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval, mean_interval, median_interval, resample_indices

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = TypeVar("Numbers", Array, Ints)


class ContextSide(StrEnum):
    """What a model is let see of a sentence with a blank."""

    BOTH = "both sides"
    LEFT = "left side only"
    RIGHT = "right side only"
    NEXT = "next word"  # the left side again, of a model that was trained to read from the left


@dataclass(frozen=True)
class SidePredictions:
    """One blank under three views, and what each gives one word, ``answer``.

    ``predictions`` are of :attr:`Side.BOTH`, :attr:`Side.LEFT` and :attr:`Side.RIGHT`, in that order. ``continues`` says
    whether the answer goes on with the word before it.
    """

    position: int
    answer: str
    continues: bool
    predictions: tuple[BlankPrediction, BlankPrediction, BlankPrediction]
    conditions: Conditions

    def from_side(self, side: ContextSide) -> BlankPrediction:
        """One of the three views.

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
    """Every probe of a set under every view, and what each view gives its word.

    ``bits`` are log2 of the word's probability; ``vocabulary`` is among how many pieces it stands. ``skipped`` are the
    probes whose word is not one of these pieces.

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
        """The groups of the probes, in their order."""
        return tuple(dict.fromkeys(probe.group for probe in self.probes))

    def bits_of(self, side: ContextSide) -> Array:
        """log2 of the words' probabilities under a view. *Shape:* (probe,)."""
        found: Array = self.bits[self.sides.index(side)]
        return found

    def ranks_of(self, side: ContextSide) -> Ints:
        """The words' ranks under a view; 1 is the likeliest. *Shape:* (probe,)."""
        found: Ints = self.ranks[self.sides.index(side)]
        return found

    def bits_lost(self, side: ContextSide) -> Array:
        """Bits that each word loses when only ``side`` is seen; below zero where it gains. *Shape:* (probe,)."""
        return self.bits_of(ContextSide.BOTH) - self.bits_of(side)

    def members(self, group: str | None) -> npt.NDArray[np.bool_]:
        """Which probes belong to a group; None is all of them. *Shape:* (probe,)."""
        return np.array([group in (None, probe.group) for probe in self.probes], dtype=np.bool_)


@dataclass(frozen=True)
class ProbeSummary:
    """Numbers of many probes, summed up: bits, the quartiles being ``low``, ``median`` and ``high``.

    The intervals hold 95 of 100 bootstrap resamples of the probes. ``above`` is the share of numbers above 0.
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
    """What ``values``, one a probe, come to; the same values always give the same intervals.

    Raises:
        ValueError: There are no values, or one is not a finite number.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("a spread needs finite numbers, and at least one")
    low, median, high = np.quantile(numbers, (0.25, 0.5, 0.75))
    drawn = resample_indices(len(numbers))
    return ProbeSummary(
        count=len(numbers),
        mean=float(numbers.mean()),
        median=float(median),
        low=float(low),
        high=float(high),
        mean_interval=_ends(mean_interval(numbers, drawn)),
        median_interval=_ends(median_interval(numbers, drawn)),
        above=float((numbers > 0).mean()),
    )


def top1_accuracy(effects: SideAblation, side: ContextSide, group: str | None = None) -> float:
    """The share of words that a view puts first, of all probes or of a group.

    Raises:
        ValueError: The group has no probe.
    """
    ranks = effects.ranks_of(side)[effects.members(group)]
    if not len(ranks):
        raise ValueError(f"no probe is in {group!r}")
    return float((ranks == 1).mean())


def make_read_only(values: Numbers) -> Numbers:
    """As an array that nobody can write to: visitors share it."""
    values.flags.writeable = False
    return values


def _ends(found: Interval) -> tuple[float, float]:
    return found.low, found.high
