"""Past the length a model was trained on: from which length on does it guess worse, and is that more than chance?

It is often said that quality falls once texts are about a quarter longer than those of the training. That is a claim
about each kind of position, and figures can disagree with it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from components.positions.model.results import FamilyLoss

CLAIMED_MARGIN = 0.25  # beyond the training length
STANDARD_ERRORS = 3.0  # standard errors


class Verdict(StrEnum):
    """What figures say of the claim."""

    AGREES = "agrees"
    SOONER = "sooner"
    LATER = "later"
    NEVER = "never"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class LengthLoss:
    """What pieces cost in texts of one length, past the training length where the texts are longer.

    ``noise`` is how much of ``excess``, what they cost more than in texts of the training length, may be chance: three
    standard errors. It is NaN where nothing is known of it. Losses are in nats a piece.
    """

    length: int
    loss: float
    excess: float
    noise: float
    token_count: int

    @property
    def is_worse(self) -> bool:
        """Whether it costs more, beyond chance."""
        return self.excess > self.noise


@dataclass(frozen=True)
class Extrapolation:
    """One member of the family at all lengths, the shortest first."""

    member: str
    training_length: int
    lengths: tuple[LengthLoss, ...]

    @property
    def first_worse(self) -> LengthLoss | None:
        """The first length past the training at which it guesses worse, there and at every longer one.

        Of several lengths one may seem worse by chance; what has fallen stays so.
        """
        first = None
        for one in reversed(self.lengths):
            if one.length <= self.training_length or not one.is_worse:
                break
            first = one
        return first

    @property
    def last_not_worse(self) -> LengthLoss:
        """The longest texts before that."""
        worse = self.first_worse
        return [one for one in self.lengths if worse is None or one.length < worse.length][-1]

    @property
    def verdict(self) -> Verdict:
        """Whether it falls where the claim says: fine up to a quarter beyond the training, and worse after it."""
        longer = [one for one in self.lengths if one.length > self.training_length]
        if not longer or any(math.isnan(one.noise) for one in longer):
            return Verdict.UNKNOWN
        claimed, worse = (1 + CLAIMED_MARGIN) * self.training_length, self.first_worse
        if worse is None:
            return Verdict.NEVER if longer[-1].length > claimed else Verdict.UNKNOWN
        if worse.length <= claimed:
            return Verdict.SOONER
        return Verdict.LATER if self.last_not_worse.length > claimed else Verdict.AGREES


def extrapolations(losses: Sequence[FamilyLoss], training_length: int) -> tuple[Extrapolation, ...]:
    """Every member that has figures at the training length, in the order in which they first come.

    How much chance there is in a mean is told from how far buckets of places differ within the range of the training,
    each counted by its pieces: what differs there is noise, or at least nothing that length has to do with.

    Args:
        losses: The family's figures.
        training_length: The length of the training texts, in pieces.
    """
    members = dict.fromkeys(one.member for one in losses)
    found = (
        _extrapolation(member, [one for one in losses if one.member == member], training_length) for member in members
    )
    return tuple(one for one in found if one is not None)


def _extrapolation(member: str, losses: list[FamilyLoss], trained: int) -> Extrapolation | None:
    ordered = sorted((one for one in losses if one.pieces > 0), key=lambda one: one.length)
    by_length = {length: list(of) for length, of in groupby(ordered, key=lambda one: one.length)}
    if trained not in by_length:
        return None
    variance = _variance([of for length, of in by_length.items() if length <= trained])
    usual, of_usual = _mean(by_length[trained])
    lengths = []
    for length, of in by_length.items():
        counted = [one for one in of if one.position >= trained] if length > trained else of
        if counted:
            loss, pieces = _mean(counted)
            noise = 0.0 if length == trained else STANDARD_ERRORS * math.sqrt(variance * (1 / of_usual + 1 / pieces))
            lengths.append(LengthLoss(length, loss, loss - usual, noise, pieces))
    return Extrapolation(member, trained, tuple(lengths))


def _mean(losses: list[FamilyLoss]) -> tuple[float, int]:
    """Over pieces, and how many there are."""
    pieces = sum(one.pieces for one in losses)
    return sum(one.loss * one.pieces for one in losses) / pieces, pieces


def _variance(lengths: list[list[FamilyLoss]]) -> float:
    """Of one piece's loss, from how far the means of buckets differ; NaN where there is one bucket a length."""
    free = sum(len(of) - 1 for of in lengths)
    if free == 0:
        return math.nan
    return sum(one.pieces * (one.loss - _mean(of)[0]) ** 2 for of in lengths for one in of) / free
