"""What comes out of one word in many sentences: vectors, and figures about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Floats
from components.model.tokens.occurrences import LabelledSentence


class WordPooling(StrEnum):
    """How the pieces of a word become one vector."""

    MEAN = "mean of the pieces"
    FIRST = "first piece"
    LAST = "last piece"


@dataclass(frozen=True)
class WordPoint:
    """One occurrence of a word. ``start`` and ``end`` are code points of its sentence, ``positions`` its pieces."""

    sentence_index: int
    sentence: str
    start: int
    end: int
    positions: tuple[int, ...]
    text: str


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Every occurrence of a word in some sentences, in the order of the sentences, and its vectors.

    ``sentences`` is how many sentences were looked at. ``missing`` are the indices of those without the word,
    ``refused`` of those that could not be read, each with the reason in words.

    *Shape:* ``vectors`` (point, layer + 1, width), the first layer being the embeddings
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
        """Layers of the model, the embeddings not counted."""
        return int(self.vectors.shape[1]) - 1

    @property
    def texts(self) -> list[str]:
        """The sentence of each point."""
        return [point.sentence for point in self.points]

    def first_point(self) -> "WordVectors":
        """The same with the first occurrence alone."""
        return replace(self, points=self.points[:1], vectors=self.vectors[:1])

    def of_sentence(self, index: int) -> "WordVectors | None":
        """The first occurrence in one of the sentences, as if that had been read alone; None where there is none."""
        row = next((row for row, point in enumerate(self.points) if point.sentence_index == index), None)
        if row is None:
            return None
        vectors = self.vectors[row : row + 1].copy()  # not a view, which would keep the others, too
        vectors.flags.writeable = False
        point = replace(self.points[row], sentence_index=0)
        return replace(self, points=(point,), vectors=vectors, missing=(), refused=(), sentences=1)


def point_senses(points: Sequence[WordPoint], sentences: Sequence[LabelledSentence]) -> tuple[str | None, ...]:
    """The sense of each point: that of the sentence it stands in."""
    return tuple(sentences[point.sentence_index].sense for point in points)


def concatenate_vectors(parts: Sequence[WordVectors]) -> WordVectors:
    """The result over all sentences, of the results over parts of them in their order.

    Raises:
        ValueError: There is no part, or they were not computed in the same way.
    """
    if not parts:
        raise ValueError("expected at least one part")
    if len({(part.forms, part.pooling, part.conditions) for part in parts}) > 1:
        raise ValueError("expected parts with the same forms, pooling and conditions")
    points: list[WordPoint] = []
    missing: list[int] = []
    refused: list[tuple[int, str]] = []
    before = 0
    for part in parts:
        points += [replace(point, sentence_index=before + point.sentence_index) for point in part.points]
        missing += [before + index for index in part.missing]
        refused += [(before + index, reason) for index, reason in part.unreadable]
        before += part.sentence_count
    vectors = np.concatenate([part.vectors for part in parts])
    vectors.flags.writeable = False
    return replace(
        parts[0],
        points=tuple(points),
        vectors=vectors,
        missing=tuple(missing),
        refused=tuple(refused),
        sentences=before,
    )


Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MeasureByLayer:
    """One measure at every layer, and the same with the labels shuffled: its mean, and the middle 95% of its values.

    NaN where nothing can be said, as of a single point.

    *Shape:* (layer + 1,) each
    """

    value: Array
    shuffled: Array
    low: Array
    high: Array

    @property
    def best(self) -> int | None:
        """The layer with the highest value, the first of equals; None where nothing can be said."""
        return None if np.isnan(self.value).all() else int(np.nanargmax(self.value))


@dataclass(frozen=True, eq=False)
class LayerMeasures:
    """How well each layer tells labelled points apart.

    ``senses`` counts the points of each sense, the largest first; points without one are left out. ``neighbours`` is
    how many neighbours of a point :attr:`accuracy` looks at, ``shuffles`` how many times the labels were shuffled.
    """

    accuracy: MeasureByLayer
    silhouette: MeasureByLayer
    senses: tuple[tuple[str, int], ...]
    neighbours: int
    shuffles: int
    seed: int

    @property
    def points(self) -> int:
        """Points with a sense."""
        return sum(count for _, count in self.senses)

    @property
    def chance(self) -> float:
        """The share of the largest sense: what always naming that one would get right. NaN without points."""
        return self.senses[0][1] / self.points if self.senses else float("nan")


@dataclass(frozen=True)
class PointNeighbour:
    """A point near another, and the cosine of the angle between them."""

    point: int
    cosine: float


@dataclass(frozen=True)
class Vote:
    """The sense that a new vector's neighbours vote for, and which share of them does.

    ``shares`` holds every sense that has a vote, the largest share first. ``sense`` is None and ``share`` 0 where no
    point has a sense.
    """

    sense: str | None
    share: float
    neighbours: tuple[PointNeighbour, ...]
    shares: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class ClusterWord:
    """A word around the points of a cluster: in how many of its sentences it stands, and in how many of the others.

    ``z`` is its log-odds against the other clusters in standard errors.
    """

    word: str
    count: int
    elsewhere: int
    z: float
