"""What lies nearest to a vector in the full space, and which sense that speaks for."""

from collections.abc import Sequence

import numpy as np

from components.model.cosines import Vectors, unit_rows
from components.model.sense_measures_results import Neighbour, Vote


def nearest(vectors: Vectors, point: int, count: int) -> tuple[Neighbour, ...]:
    """The ``count`` points nearest to a point by cosine, itself left out; of equals the one listed first.

    *Shape:* ``vectors`` (point, width)
    """
    found = nearest_to(vectors, vectors[point], len(vectors))
    return tuple(neighbour for neighbour in found if neighbour.point != point)[:count]


def nearest_to(vectors: Vectors, vector: Vectors, count: int) -> tuple[Neighbour, ...]:
    """The ``count`` points nearest to a vector by cosine; of equals the one listed first.

    *Shape:* ``vectors`` (point, width), ``vector`` (width,)
    """
    cosines = np.clip(unit_rows(vectors) @ unit_rows(vector), -1.0, 1.0)
    order = np.argsort(-cosines.round(9), kind="stable")[:count]
    return tuple(Neighbour(int(point), float(cosines[point])) for point in order)


def vote(vectors: Vectors, labels: Sequence[str | None], new_vector: Vectors, *, k: int = 5) -> Vote:
    """The sense that most of a new vector's ``k`` nearest labelled points have.

    Of two with as many votes it is the one whose voters lie nearer.

    *Shape:* ``vectors`` (point, width), ``new_vector`` (width,)
    """
    labelled = [point for point, label in enumerate(labels) if label is not None]
    found = nearest_to(np.asarray(vectors)[labelled], new_vector, k)
    voters = tuple(Neighbour(labelled[neighbour.point], neighbour.cosine) for neighbour in found)
    ballots: dict[str, list[float]] = {}
    for voter in voters:
        sense = labels[voter.point]
        assert sense is not None  # only labelled points vote
        ballots.setdefault(sense, []).append(voter.cosine)
    ranked = sorted(ballots, key=lambda sense: (-len(ballots[sense]), -sum(ballots[sense])))
    shares = tuple((sense, len(ballots[sense]) / len(voters)) for sense in ranked)
    sense, share = shares[0] if shares else (None, 0.0)
    return Vote(sense, share, voters, shares)
