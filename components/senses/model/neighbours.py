"""What lies nearest to a vector in the full space, and which sense that speaks for."""

from collections.abc import Hashable, Sequence

import numpy as np

from components.model.statistics.cosines import Vectors, unit_rows
from components.senses.model.results import PointNeighbour, Vote


def nearest_to_point(
    vectors: Vectors, point: int, count: int, sentences: Sequence[Hashable] | None = None
) -> tuple[PointNeighbour, ...]:
    """The points nearest to a point by cosine in ``count`` other sentences; of equals the one listed first.

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
    """The points nearest to a vector by cosine, one of each of ``count`` sentences; of equals the one listed first.

    Args:
        vectors: *Shape:* (point, width).
        vector: *Shape:* (width,).
        count: How many sentences.
        sentences: Which sentence each point is of; left out, each is of its own.
        own: The sentence that the vector is of, which does not count.
    """
    sentences = range(len(vectors)) if sentences is None else sentences
    cosines = np.clip(unit_rows(vectors) @ unit_rows(vector), -1.0, 1.0)
    found: dict[Hashable, PointNeighbour] = {}
    for point in np.argsort(-cosines.round(9), kind="stable").tolist():
        if len(found) == count:
            break
        if excluded is None or sentences[point] != excluded:
            found.setdefault(sentences[point], PointNeighbour(point, float(cosines[point])))
    return tuple(found.values())


def neighbour_vote(
    vectors: Vectors,
    labels: Sequence[str | None],
    new_vector: Vectors,
    sentences: Sequence[Hashable] | None = None,
    *,
    excluded: Hashable | None = None,
    k: int = 5,
) -> Vote:
    """The sense that a new vector's nearest labelled points have in most of ``k`` sentences.

    Of two with as many votes it is the one whose voters lie nearer. ``sentences`` and ``own`` are those of
    :func:`nearest_to`.

    *Shape:* ``vectors`` (point, width), ``new_vector`` (width,)
    """
    labelled = [point for point, label in enumerate(labels) if label is not None]
    of = None if sentences is None else [sentences[point] for point in labelled]
    found = nearest_to_vector(np.asarray(vectors)[labelled], new_vector, k, of, excluded=excluded)
    voters = tuple(PointNeighbour(labelled[neighbour.point], neighbour.cosine) for neighbour in found)
    ballots: dict[str, list[float]] = {}
    for voter in voters:
        sense = labels[voter.point]
        assert sense is not None  # only labelled points vote
        ballots.setdefault(sense, []).append(voter.cosine)
    ranked = sorted(ballots, key=lambda sense: (-len(ballots[sense]), -sum(ballots[sense])))
    shares = tuple((sense, len(ballots[sense]) / len(voters)) for sense in ranked)
    sense, share = shares[0] if shares else (None, 0.0)
    return Vote(sense, share, voters, shares)
