"""Changes of word order, and what came of one."""

from dataclasses import dataclass

from components.model.results import Conditions, MaskPrediction


@dataclass(frozen=True)
class Shuffled:
    """The words of a sentence in another order; blanks keep their places. The same seed gives the same order."""

    seed: int


@dataclass(frozen=True)
class Swapped:
    """Two words in each other's place, named by the position of any piece of each."""

    first: int
    second: int


@dataclass(frozen=True)
class Shifted:
    """Every token ``by`` positions further on, with nothing to be seen before the first."""

    by: int


Change = Shuffled | Swapped | Shifted


@dataclass(frozen=True)
class OrderEffect:
    """One blank before and after a change.

    Attributes:
        order: Old positions in the order in which the tokens stand now.
        blanks: Old positions that are masked.
        position: Of the blank before the change.
        moved_to: Of the blank after it, counted from the first token of the sentence.
        shift: How many positions everything moved on.
        before: The prediction before.
        after: The prediction after.
        first_before: The log-probability, natural, of the first choice before the change.
        first_after: The log-probability of the same word after it.
        divergence: Jensen-Shannon divergence of the two distributions over the vocabulary, in bits: from 0 to 1.
        attention: For each layer the mean, over heads and tokens, of the attention that went elsewhere, from 0 to 1
            (total variation), tokens being followed to where they stand now.
        conditions: What it was computed by.
    """

    order: tuple[int, ...]
    blanks: tuple[int, ...]
    position: int
    moved_to: int
    shift: int
    before: MaskPrediction
    after: MaskPrediction
    first_before: float
    first_after: float
    divergence: float
    attention: tuple[float, ...]
    conditions: Conditions

    @property
    def mean_attention(self) -> float:
        """The attention that went elsewhere, over all layers."""
        return sum(self.attention) / len(self.attention)
