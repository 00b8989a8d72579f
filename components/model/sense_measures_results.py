"""How well vectors tell senses apart, as numbers; importing this loads no model."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Figures:
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

    accuracy: Figures
    silhouette: Figures
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
class Neighbour:
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
    neighbours: tuple[Neighbour, ...]
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
