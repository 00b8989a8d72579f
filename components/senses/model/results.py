"""What comes out of one word in many sentences: vectors, figures, pictures."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Floats
from components.model.tokens.occurrences import LabelledSentence


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


Entry = dict[str, npt.NDArray[Any]]

FEWEST_NEIGHBOURS, MOST_NEIGHBOURS = 2, 200
MOST_MINIMUM_DISTANCE = 0.99  # UMAP spreads points over a distance of 1
FEWEST_PERPLEXITY, MOST_PERPLEXITY = 2.0, 100.0
MOST_SEED = 2**32 - 1


class Method(StrEnum):
    """How many dimensions become two."""

    PCA = "principal components (PCA)"
    UMAP = "neighbourhoods (UMAP)"
    TSNE = "neighbourhoods (t-SNE)"


@dataclass(frozen=True)
class Settings:
    """How a picture is made. UMAP takes ``neighbours`` and ``minimum_distance``, t-SNE ``perplexity``, PCA none.

    ``minimum_distance`` is in units of UMAP's own plane, before pictures are brought to one size.

    Raises:
        ValueError: A number is out of range.
    """

    method: Method = Method.PCA
    neighbours: int = 15
    minimum_distance: float = 0.1
    perplexity: float = 30.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not FEWEST_NEIGHBOURS <= self.neighbours <= MOST_NEIGHBOURS:
            raise ValueError(f"neighbours are from {FEWEST_NEIGHBOURS} to {MOST_NEIGHBOURS}, not {self.neighbours}")
        if not 0 <= self.minimum_distance <= MOST_MINIMUM_DISTANCE:
            raise ValueError(f"the minimum distance is from 0 to {MOST_MINIMUM_DISTANCE}, not {self.minimum_distance}")
        if not FEWEST_PERPLEXITY <= self.perplexity <= MOST_PERPLEXITY:
            raise ValueError(f"the perplexity is from {FEWEST_PERPLEXITY} to {MOST_PERPLEXITY}, not {self.perplexity}")
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"a seed is from 0 to {MOST_SEED}, not {self.seed}")


@dataclass(frozen=True, eq=False)
class Planes:
    """The plane of every layer's PCA, turned and sized as the picture is: ``(unit vector - centre) @ axes`` is a point.

    *Shape:* ``centre`` (layer + 1, width), ``axes`` (layer + 1, width, 2)
    """

    centre: Floats
    axes: Floats


@dataclass(frozen=True, eq=False)
class Projection:
    """One picture a layer, aligned so that points move from one to the next and do not jump.

    Every picture is centred on 0, and its points lie at a distance of 1 from there in the root mean square; all points
    of a layer whose vectors are all alike lie on 0. ``kept`` is the share of a point's nearest neighbours by cosine
    (ten, or half of all the others where these are fewer than twenty) that are among its nearest in the picture too.
    ``explained`` is the share of a layer's variance along each of the two directions of its PCA; it and ``planes`` are
    None for the other methods. ``settings`` are those used: no more neighbours than there are other points.

    *Shape:* ``points`` (layer + 1, point, 2), ``kept`` (layer + 1), ``explained`` (layer + 1, 2)
    """

    points: Floats
    settings: Settings
    kept: Floats
    explained: Floats | None = None
    planes: Planes | None = None

    @property
    def movement(self) -> Floats:
        """How far points go on average from each layer to the next, the pictures' size being 1. *Shape:* (layer)."""
        steps: Floats = np.linalg.norm(np.diff(self.points, axis=0), axis=-1).mean(axis=-1)
        return steps


def projection_entry(projection: Projection) -> Entry:
    """A projection as named arrays without objects, ready for ``numpy.savez``."""
    entry: Entry = {
        "settings": np.array(json.dumps(asdict(projection.settings))),
        "points": projection.points,
        "kept": projection.kept,
    }
    if projection.explained is not None:
        entry["explained"] = projection.explained
    if projection.planes is not None:
        entry |= {"centre": projection.planes.centre, "axes": projection.planes.axes}
    return entry


def projection_from(entry: Mapping[str, npt.NDArray[Any]]) -> Projection:
    """The projection that was made an entry; what ``numpy.load`` opens will do."""
    settings = json.loads(str(entry["settings"]))
    return Projection(
        points=shared(entry["points"]),
        settings=Settings(**settings | {"method": Method(settings["method"])}),
        kept=shared(entry["kept"]),
        explained=shared(entry["explained"]) if "explained" in entry else None,
        planes=Planes(shared(entry["centre"]), shared(entry["axes"])) if "axes" in entry else None,
    )


def shared(values: npt.ArrayLike) -> Floats:
    """Values as an array that nobody can write to: visitors share it."""
    array = np.array(values, dtype=np.float32)
    array.flags.writeable = False
    return array
