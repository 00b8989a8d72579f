"""The river of a word as a result: plain numbers, so that it can be stored and sent to a browser as it is."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from components.model.results import Floats
from components.senses.model.results import WordPoint

# A height counts as one of the two meanings from this share of the distance of the meanings' sentences from the middle.
UNDECIDED_SHARE = 0.25


@dataclass(frozen=True)
class River:
    """Where the sentences of a word lie between two of its meanings, in every layer.

    Attributes:
        senses: The meaning with negative heights, and the one with positive heights.
        points: Indices of the sentences' points among all vectors of the word.
        signs: −1 or 1 for each of them: its meaning.
        heights: Distance from the middle between the two meanings, along the axis between them, of vectors of length 1;
            each computed without the sentence itself. *Shape:* (layer + 1, point)
        right_counts: In each layer, how many of them lie on the side of their meaning.
        shuffled: The share of them that does, averaged over shuffled meanings. *Shape:* (layer + 1,)
        shuffled_low: The 2.5th percentile over shuffles. *Shape:* (layer + 1,)
        shuffled_high: The 97.5th percentile over shuffles. *Shape:* (layer + 1,)
    """

    senses: tuple[str, str]
    points: tuple[int, ...]
    signs: tuple[int, ...]
    heights: tuple[tuple[float, ...], ...]
    right_counts: tuple[int, ...]
    shuffled: tuple[float, ...]
    shuffled_low: tuple[float, ...]
    shuffled_high: tuple[float, ...]

    @property
    def last(self) -> int:
        """Number of the last layer."""
        return len(self.heights) - 1

    def margin(self, layer: int) -> float:
        """The height up to which a sentence is undecided in a layer.

        A quarter of the distance from the middle to the nearer of the two meanings' average heights; 0 where an average
        lies on the wrong side.
        """
        averages = []
        for sign in (-1, 1):
            heights = [height for height, added in zip(self.heights[layer], self.signs, strict=True) if added == sign]
            averages.append(sign * sum(heights) / len(heights))
        return max(0.0, UNDECIDED_SHARE * min(averages))

    def side(self, height: float, layer: int) -> str:
        """The meaning on whose side a height lies in a layer; empty if it is undecided."""
        if abs(height) <= self.margin(layer):
            return ""
        return self.senses[height > 0]


@dataclass(frozen=True)
class RiverThread:
    """One more sentence in a river.

    Attributes:
        heights: As those of the river. *Shape:* (layer + 1,)
        nearest: In each layer the points nearest to it by cosine, the nearest first.
        is_far: Whether even the nearest sentence is less similar in the last layer than the sentences of the river are
            to theirs, so that its side says little.
    """

    heights: tuple[float, ...]
    nearest: tuple[tuple[int, ...], ...]
    is_far: bool = False


@dataclass(frozen=True, eq=False)
class WordIndex:
    """The content words of some sentences, and their vectors in the last layer.

    Attributes:
        points: The words.
        vectors: Scaled to length 1. *Shape:* (point, width)
    """

    points: tuple[WordPoint, ...]
    vectors: Floats

    @cached_property
    def similar_from(self) -> float:
        """The smallest cosine that a word has with the nearest one of another sentence."""
        sentences = np.unique([point.sentence for point in self.points], return_inverse=True)[1]
        cosines = self.vectors @ self.vectors.T
        cosines[sentences[:, None] == sentences] = -1.0
        return float(cosines.max(axis=1).min())


@dataclass(frozen=True)
class NearbyWords:
    """A visitor's word, and words of other sentences that are nearest to it in the last layer.

    Attributes:
        added: The visitor's word.
        points: The others, the nearest first.
        cosines: Their cosine similarity with the visitor's word. *Shape:* (layer + 1, point)
        is_far: Whether even the nearest is less similar in the last layer than any word of the index is to its nearest.
    """

    added: WordPoint
    points: tuple[WordPoint, ...]
    cosines: tuple[tuple[float, ...], ...]
    is_far: bool = False
