"""Nearest neighbours of a vector by cosine, and the sense that most of them have."""

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np

from components.model.statistics.cosines import Vectors, unit_rows
from components.senses.model.results import COSINE_DECIMALS, PointNeighbour, Vote

ROWS = 512  # points whose cosines with all others are computed together, to bound the memory


def nearest_to_point(
    vectors: Vectors, point: int, count: int, sentences: Sequence[Hashable] | None = None
) -> tuple[PointNeighbour, ...]:
    """The points nearest to a point by cosine, one from each of ``count`` other sentences.

    *Shape:* ``vectors`` (point, width)
    """
    sentences = range(len(vectors)) if sentences is None else sentences
    return nearest_to_vector(vectors, vectors[point], count, sentences, excluded=sentences[point])


def nearest_to_vector(
    vectors: Vectors,
    vector: Vectors,
    count: int,
    sentences: Sequence[Hashable] | None = None,
    *,
    excluded: Hashable | None = None,
) -> tuple[PointNeighbour, ...]:
    """The points nearest to a vector by cosine, one from each of ``count`` sentences; ties go to the first listed.

    Args:
        vectors: *Shape:* (point, width).
        vector: *Shape:* (width,).
        count: Number of sentences.
        sentences: The sentence of each point; by default each point has its own.
        excluded: The sentence of the vector itself, which does not count.
    """
    sentences = range(len(vectors)) if sentences is None else sentences
    cosines = np.clip(unit_rows(vectors) @ unit_rows(vector), -1.0, 1.0)
    neighbours: dict[Hashable, PointNeighbour] = {}
    for point in np.argsort(-cosines.round(9), kind="stable").tolist():
        if len(neighbours) == count:
            break
        if excluded is None or sentences[point] != excluded:
            neighbours.setdefault(sentences[point], PointNeighbour(point, float(cosines[point])))
    return tuple(neighbours.values())


def neighbour_vote(
    vectors: Vectors,
    labels: Sequence[str | None],
    new_vector: Vectors,
    sentences: Sequence[Hashable] | None = None,
    *,
    excluded: Hashable | None = None,
    k: int = 5,
) -> Vote:
    """The majority sense among a new vector's nearest labelled points, one from each of ``k`` sentences.

    Ties go to the sense whose voters are nearer. ``sentences`` and ``excluded`` are as in :func:`nearest_to_vector`.

    *Shape:* ``vectors`` (point, width), ``new_vector`` (width,)
    """
    labelled = [point for point, label in enumerate(labels) if label is not None]
    labelled_sentences = None if sentences is None else [sentences[point] for point in labelled]
    ordered = nearest_to_vector(
        np.asarray(vectors)[labelled], new_vector, len(labelled), labelled_sentences, excluded=excluded
    )
    voters = tuple(PointNeighbour(labelled[neighbour.point], neighbour.cosine) for neighbour in ordered[:k])
    cosines_by_sense: dict[str, list[float]] = {}
    for voter in voters:
        sense = labels[voter.point]
        assert sense is not None  # only labelled points vote
        cosines_by_sense.setdefault(sense, []).append(voter.cosine)
    ranked = sorted(cosines_by_sense, key=lambda sense: (-len(cosines_by_sense[sense]), -sum(cosines_by_sense[sense])))
    shares = tuple((sense, len(cosines_by_sense[sense]) / len(voters)) for sense in ranked)
    sense, share = shares[0] if shares else (None, 0.0)
    level = [
        PointNeighbour(labelled[neighbour.point], neighbour.cosine)
        for neighbour in ordered
        if _as_near(neighbour, ordered[0])
    ]
    ties = tuple(Counter(label for neighbour in level if (label := labels[neighbour.point]) is not None).most_common())
    if len(voters) < 2 or len(level) < len(voters) or len(ties) < 2:
        return Vote(sense, share, voters, shares, examples=voters)
    return Vote(sense, share, voters, shares, ties, _of_every_label(level, labels, len(voters)))


def lowest_nearest_cosine(vectors: Vectors, sentences: Sequence[Hashable]) -> float | None:
    """The smallest cosine that a point has with the nearest point of another sentence; None without two sentences.

    *Shape:* ``vectors`` (point, width)
    """
    numbers = {sentence: number for number, sentence in enumerate(dict.fromkeys(sentences))}
    if len(numbers) < 2:
        return None
    unit, sentence = unit_rows(vectors), np.array([numbers[each] for each in sentences])
    lowest = 1.0
    for start in range(0, len(unit), ROWS):
        rows = slice(start, start + ROWS)
        cosines = np.where(sentence[rows, None] == sentence[None], -1.0, unit[rows] @ unit.T)
        lowest = min(lowest, float(cosines.max(axis=1).min()))
    return lowest


def lowest_labelled_cosine(
    vectors: Vectors, labels: Sequence[str | None], sentences: Sequence[Hashable]
) -> float | None:
    """:func:`lowest_nearest_cosine` of the points with a label. *Shape:* ``vectors`` (point, width)."""
    labelled = [point for point, label in enumerate(labels) if label is not None]
    return lowest_nearest_cosine(vectors[labelled], [sentences[point] for point in labelled])


def _of_every_label(
    neighbours: Sequence[PointNeighbour], labels: Sequence[str | None], count: int
) -> tuple[PointNeighbour, ...]:
    """So many neighbours, taken from the labels in turn, in their order."""
    turns: Counter[str | None] = Counter()
    ranked = []
    for place, neighbour in enumerate(neighbours):
        label = labels[neighbour.point]
        ranked.append((turns[label], place))
        turns[label] += 1
    chosen = sorted(place for _, place in sorted(ranked)[:count])
    return tuple(neighbours[place] for place in chosen)


def _as_near(neighbour: PointNeighbour, nearest: PointNeighbour) -> bool:
    """Whether both cosines round to the same number on the screen."""
    return round(neighbour.cosine, COSINE_DECIMALS) == round(nearest.cosine, COSINE_DECIMALS)
