"""Length extrapolation: from which length on does a model's loss rise, and by more than chance?

A common claim is that quality falls once texts are about a quarter longer than the training texts. The measured losses
of each kind of position are compared with it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from components.positions.model.results import FamilyLoss

CLAIMED_MARGIN = 0.25  # of the training length, past which quality is said to fall
STANDARD_ERRORS = 3.0  # a difference of more than so many is not chance


class Verdict(StrEnum):
    """Whether the measurements agree with the claim."""

    AGREES = "agrees"
    SOONER = "sooner"
    LATER = "later"
    NEVER = "never"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class LengthLoss:
    """The mean loss in texts of one length; in texts longer than the training texts, of the tokens past that length.

    Attributes:
        length: Of the texts, in tokens.
        loss: In nats per token.
        excess: By how much the loss exceeds that in texts of the training length, in nats per token.
        noise: How much of the excess may be chance: three standard errors. NaN if it cannot be estimated.
        token_count: The number of tokens that were averaged.
    """

    length: int
    loss: float
    excess: float
    noise: float
    token_count: int

    @property
    def is_worse(self) -> bool:
        """Whether the loss is higher by more than chance."""
        return self.excess > self.noise


@dataclass(frozen=True)
class Extrapolation:
    """The losses of one member of the family at all lengths, the shortest first."""

    member: str
    training_length: int
    lengths: tuple[LengthLoss, ...]

    @property
    def first_worse(self) -> LengthLoss | None:
        """The shortest length past training from which on the loss is worse at every length.

        A single length may seem worse by chance.
        """
        first = None
        for loss in reversed(self.lengths):
            if loss.length <= self.training_length or not loss.is_worse:
                break
            first = loss
        return first

    @property
    def last_not_worse(self) -> LengthLoss:
        """The longest texts shorter than that."""
        worse = self.first_worse
        return [loss for loss in self.lengths if worse is None or loss.length < worse.length][-1]

    @property
    def verdict(self) -> Verdict:
        """Whether quality falls where the claim says: not up to a quarter past the training length, but after that."""
        longer = [loss for loss in self.lengths if loss.length > self.training_length]
        if not longer or any(math.isnan(loss.noise) for loss in longer):
            return Verdict.UNKNOWN
        claimed, worse = (1 + CLAIMED_MARGIN) * self.training_length, self.first_worse
        if worse is None:
            return Verdict.NEVER if longer[-1].length > claimed else Verdict.UNKNOWN
        if worse.length <= claimed:
            return Verdict.SOONER
        return Verdict.LATER if self.last_not_worse.length > claimed else Verdict.AGREES


def extrapolations(losses: Sequence[FamilyLoss], training_length: int) -> tuple[Extrapolation, ...]:
    """The extrapolation of every member that was measured at the training length, in order of first occurrence.

    The noise of a mean is estimated from how much buckets of positions differ within the training length, weighted by
    their numbers of tokens: length cannot be the cause of those differences.

    Args:
        losses: The family's measurements.
        training_length: The length of the training texts, in tokens.
    """
    members = dict.fromkeys(loss.member for loss in losses)
    candidates = (
        _extrapolation(member, [loss for loss in losses if loss.member == member], training_length)
        for member in members
    )
    return tuple(extrapolation for extrapolation in candidates if extrapolation is not None)


def _extrapolation(member: str, losses: list[FamilyLoss], training_length: int) -> Extrapolation | None:
    ordered = sorted((entry for entry in losses if entry.pieces > 0), key=lambda entry: entry.length)
    by_length = {length: list(entries) for length, entries in groupby(ordered, key=lambda entry: entry.length)}
    if training_length not in by_length:
        return None
    variance = _variance([entries for length, entries in by_length.items() if length <= training_length])
    baseline, baseline_tokens = _mean_loss(by_length[training_length])
    lengths = []
    for length, entries in by_length.items():
        included = (
            [entry for entry in entries if entry.position >= training_length] if length > training_length else entries
        )
        if included:
            loss, tokens = _mean_loss(included)
            noise = (
                0.0
                if length == training_length
                else STANDARD_ERRORS * math.sqrt(variance * (1 / baseline_tokens + 1 / tokens))
            )
            lengths.append(LengthLoss(length, loss, loss - baseline, noise, tokens))
    return Extrapolation(member, training_length, tuple(lengths))


def _mean_loss(losses: list[FamilyLoss]) -> tuple[float, int]:
    """The mean loss over all tokens, and the number of tokens."""
    tokens = sum(loss.pieces for loss in losses)
    return sum(loss.loss * loss.pieces for loss in losses) / tokens, tokens


def _variance(lengths: list[list[FamilyLoss]]) -> float:
    """The variance of one token's loss, from the means of buckets; NaN if every length has only one bucket."""
    degrees_of_freedom = sum(len(losses) - 1 for losses in lengths)
    if degrees_of_freedom == 0:
        return math.nan
    return (
        sum(loss.pieces * (loss.loss - _mean_loss(losses)[0]) ** 2 for losses in lengths for loss in losses)
        / degrees_of_freedom
    )
