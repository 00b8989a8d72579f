"""How vectors become pictures, and the pictures."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from components.model.results import Floats

NamedArrays = dict[str, npt.NDArray[Any]]

MINIMUM_NEIGHBOURS, MAXIMUM_NEIGHBOURS = 2, 200
MAXIMUM_MINIMUM_DISTANCE = 0.99  # UMAP spreads points over a distance of 1
MINIMUM_PERPLEXITY, MAXIMUM_PERPLEXITY = 2.0, 100.0
MAXIMUM_SEED = 2**32 - 1


class ProjectionMethod(StrEnum):
    """How many dimensions become two."""

    PCA = "principal components (PCA)"
    UMAP = "neighbourhoods (UMAP)"
    TSNE = "neighbourhoods (t-SNE)"


@dataclass(frozen=True)
class ProjectionSettings:
    """How a picture is made. UMAP takes ``neighbours`` and ``minimum_distance``, t-SNE ``perplexity``, PCA none.

    ``minimum_distance`` is in units of UMAP's own plane, before pictures are brought to one size.

    Raises:
        ValueError: A number is out of range.
    """

    method: ProjectionMethod = ProjectionMethod.PCA
    neighbours: int = 15
    minimum_distance: float = 0.1
    perplexity: float = 30.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not MINIMUM_NEIGHBOURS <= self.neighbours <= MAXIMUM_NEIGHBOURS:
            raise ValueError(f"neighbours are from {MINIMUM_NEIGHBOURS} to {MAXIMUM_NEIGHBOURS}, not {self.neighbours}")
        if not 0 <= self.minimum_distance <= MAXIMUM_MINIMUM_DISTANCE:
            raise ValueError(
                f"the minimum distance is from 0 to {MAXIMUM_MINIMUM_DISTANCE}, not {self.minimum_distance}"
            )
        if not MINIMUM_PERPLEXITY <= self.perplexity <= MAXIMUM_PERPLEXITY:
            raise ValueError(
                f"the perplexity is from {MINIMUM_PERPLEXITY} to {MAXIMUM_PERPLEXITY}, not {self.perplexity}"
            )
        if not 0 <= self.seed <= MAXIMUM_SEED:
            raise ValueError(f"a seed is from 0 to {MAXIMUM_SEED}, not {self.seed}")


@dataclass(frozen=True, eq=False)
class ProjectionPlanes:
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
    settings: ProjectionSettings
    neighbourhood_preservation: Floats
    explained_variance_ratio: Floats | None = None
    planes: ProjectionPlanes | None = None

    @property
    def movement(self) -> Floats:
        """How far points go on average from each layer to the next, the pictures' size being 1. *Shape:* (layer)."""
        steps: Floats = np.linalg.norm(np.diff(self.points, axis=0), axis=-1).mean(axis=-1)
        return steps


def projection_arrays(projection: Projection) -> NamedArrays:
    """A projection as named arrays without objects, ready for ``numpy.savez``."""
    entry: NamedArrays = {
        "settings": np.array(json.dumps(asdict(projection.settings))),
        "points": projection.points,
        "kept": projection.neighbourhood_preservation,
    }
    if projection.explained_variance_ratio is not None:
        entry["explained"] = projection.explained_variance_ratio
    if projection.planes is not None:
        entry |= {"centre": projection.planes.centre, "axes": projection.planes.axes}
    return entry


def projection_from_arrays(entry: Mapping[str, npt.NDArray[Any]]) -> Projection:
    """The projection that was made an entry; what ``numpy.load`` opens will do."""
    settings = json.loads(str(entry["settings"]))
    return Projection(
        points=read_only(entry["points"]),
        settings=ProjectionSettings(**settings | {"method": ProjectionMethod(settings["method"])}),
        neighbourhood_preservation=read_only(entry["kept"]),
        explained_variance_ratio=read_only(entry["explained"]) if "explained" in entry else None,
        planes=ProjectionPlanes(read_only(entry["centre"]), read_only(entry["axes"])) if "axes" in entry else None,
    )


def read_only(values: npt.ArrayLike) -> Floats:
    """Values as an array that nobody can write to: visitors share it."""
    array = np.array(values, dtype=np.float32)
    array.flags.writeable = False
    return array
