"""Results for one word in many sentences: its vectors, and measures of how well they separate the senses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Floats
from components.model.tokens.occurrences import SentenceWithSense


class WordPooling(StrEnum):
    """How the vectors of a word's pieces are combined into one. The values are labels on the page and in links."""

    MEAN = "mean of the pieces"
    FIRST = "first piece"
    LAST = "last piece"


@dataclass(frozen=True)
class WordPoint:
    """One occurrence of a word.

    Attributes:
        sentence_index: Index of its sentence in the list that was given.
        sentence: That sentence.
        start: Where the word begins in the sentence, in code points.
        end: Where it ends, exclusive.
        positions: Positions of its word pieces among the model's tokens.
        text: The word as written there.
    """

    sentence_index: int
    sentence: str
    start: int
    end: int
    positions: tuple[int, ...]
    text: str


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Every occurrence of a word in some sentences, in the order of the sentences, and its vectors.

    Attributes:
        points: The occurrences.
        vectors: *Shape:* (point, layer + 1, width); layer 0 is the embeddings.
        missing: Indices of the sentences without the word.
        unreadable: Indices of the sentences that the model cannot read, each with the reason.
        sentence_count: Number of sentences that were searched.
        forms: The forms of the word that were searched for.
        pooling: How a word of several pieces was reduced to one vector.
        conditions: The model and software that computed the vectors.
    """

    points: tuple[WordPoint, ...]
    vectors: Floats
    missing: tuple[int, ...]
    unreadable: tuple[tuple[int, str], ...]
    sentence_count: int
    forms: tuple[str, ...]
    pooling: WordPooling
    conditions: Conditions

    @property
    def layers(self) -> int:
        """Number of layers, without the embeddings."""
        return int(self.vectors.shape[1]) - 1

    @property
    def texts(self) -> list[str]:
        """The sentence of each point."""
        return [point.sentence for point in self.points]

    def only_point(self, index: int) -> "WordVectors":
        """The result with one occurrence only."""
        return replace(self, points=(self.points[index],), vectors=self.vectors[index : index + 1])

    def of_sentence(self, index: int) -> "WordVectors | None":
        """The first occurrence in one sentence, as if it had been read alone; None if the word is not in it."""
        row = next((row for row, point in enumerate(self.points) if point.sentence_index == index), None)
        if row is None:
            return None
        vectors = self.vectors[row : row + 1].copy()  # a view would keep all other vectors in memory
        vectors.flags.writeable = False
        point = replace(self.points[row], sentence_index=0)
        return replace(self, points=(point,), vectors=vectors, missing=(), unreadable=(), sentence_count=1)


def point_senses(points: Sequence[WordPoint], sentences: Sequence[SentenceWithSense]) -> tuple[str | None, ...]:
    """The sense of each point, which is that of its sentence."""
    return tuple(sentences[point.sentence_index].sense for point in points)


def concatenate_vectors(parts: Sequence[WordVectors]) -> WordVectors:
    """One result for all sentences from the results for consecutive parts of them.

    Raises:
        ValueError: ``parts`` is empty, or the parts differ in forms, pooling or conditions.
    """
    if not parts:
        raise ValueError("expected at least one part")
    if len({(part.forms, part.pooling, part.conditions) for part in parts}) > 1:
        raise ValueError("expected parts with the same forms, pooling and conditions")
    points: list[WordPoint] = []
    missing: list[int] = []
    unreadable: list[tuple[int, str]] = []
    offset = 0
    for part in parts:
        points += [replace(point, sentence_index=offset + point.sentence_index) for point in part.points]
        missing += [offset + index for index in part.missing]
        unreadable += [(offset + index, reason) for index, reason in part.unreadable]
        offset += part.sentence_count
    vectors = np.concatenate([part.vectors for part in parts])
    vectors.flags.writeable = False
    return replace(
        parts[0],
        points=tuple(points),
        vectors=vectors,
        missing=tuple(missing),
        unreadable=tuple(unreadable),
        sentence_count=offset,
    )


Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MeasureByLayer:
    """One measure at every layer, with its values for shuffled labels. NaN if undefined, as for a single point.

    Attributes:
        value: With the true labels. *Shape:* (layer + 1,)
        shuffled: The mean over shuffles. *Shape:* (layer + 1,)
        low: The 2.5th percentile over shuffles. *Shape:* (layer + 1,)
        high: The 97.5th percentile over shuffles. *Shape:* (layer + 1,)
    """

    value: Array
    shuffled: Array
    low: Array
    high: Array

    @property
    def best(self) -> int | None:
        """The layer with the highest value, the first of equals; None if every value is NaN."""
        return None if np.isnan(self.value).all() else int(np.nanargmax(self.value))


@dataclass(frozen=True, eq=False)
class LayerMeasures:
    """How well each layer separates labelled points.

    Attributes:
        accuracy: Nearest-neighbour accuracy.
        senses: Number of points of each sense, the largest first; points without a sense are left out.
        neighbours: Number of neighbours per point in :attr:`accuracy`.
        shuffles: How many times the labels were shuffled.
        seed: Seed of the shuffles.
    """

    accuracy: MeasureByLayer
    senses: tuple[tuple[str, int], ...]
    neighbours: int
    shuffles: int
    seed: int

    @property
    def points(self) -> int:
        """Number of points with a sense."""
        return sum(count for _, count in self.senses)


COSINE_DECIMALS = 2  # as cosines are shown: what is equal there cannot be told apart


@dataclass(frozen=True)
class PointNeighbour:
    """A point near another one, and their cosine similarity."""

    point: int
    cosine: float


@dataclass(frozen=True)
class Vote:
    """The majority sense among a new vector's nearest neighbours.

    Attributes:
        sense: The sense with the most votes; None if no point has a sense.
        share: Its share of the votes, 0 if there are none.
        neighbours: The neighbours that voted, nearest first.
        shares: Every sense with a vote and its share, largest first.
        ties: Senses of all sentences that are as near as the nearest one to the decimals shown, with counts, largest
            first; empty unless all voters are among them, and more than one sense.
        examples: The neighbours to list, nearest first: those that voted or, if there are ties, as many of the tied
            ones, of every sense in turn.
        similar_from: The smallest cosine that a sentence with a sense has with its nearest other one: a new sentence
            whose nearest is below it is unlike all of them. None if unknown.
    """

    sense: str | None
    share: float
    neighbours: tuple[PointNeighbour, ...]
    shares: tuple[tuple[str, float], ...]
    ties: tuple[tuple[str, int], ...] = ()
    examples: tuple[PointNeighbour, ...] = ()
    similar_from: float | None = None

    @property
    def is_far(self) -> bool:
        """Whether even the nearest sentence is less similar than any included one is to its nearest, as shown."""
        if self.similar_from is None or not self.neighbours:
            return False
        return round(self.neighbours[0].cosine, COSINE_DECIMALS) < round(self.similar_from, COSINE_DECIMALS)
