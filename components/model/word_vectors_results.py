"""A word's vector in each sentence, after each layer; importing this loads no model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from components.model.occurrences import LabelledSentence
from components.model.results import Conditions, Floats


class Pooling(StrEnum):
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
    refused: tuple[tuple[int, str], ...]
    sentences: int
    forms: tuple[str, ...]
    pooling: Pooling
    conditions: Conditions

    @property
    def layers(self) -> int:
        """Layers of the model, the embeddings not counted."""
        return int(self.vectors.shape[1]) - 1

    @property
    def texts(self) -> list[str]:
        """The sentence of each point."""
        return [point.sentence for point in self.points]

    def first(self) -> "WordVectors":
        """The same with the first occurrence alone."""
        return replace(self, points=self.points[:1], vectors=self.vectors[:1])


def point_senses(points: Sequence[WordPoint], sentences: Sequence[LabelledSentence]) -> tuple[str | None, ...]:
    """The sense of each point: that of the sentence it stands in."""
    return tuple(sentences[point.sentence_index].sense for point in points)


def joined(parts: Sequence[WordVectors]) -> WordVectors:
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
        refused += [(before + index, reason) for index, reason in part.refused]
        before += part.sentences
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
