"""Settings and results of a projection, and their form as named arrays."""

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
    """Methods of dimensionality reduction. The values are labels on the page and in links."""

    PCA = "principal components (PCA)"
    UMAP = "neighbourhoods (UMAP)"
    TSNE = "neighbourhoods (t-SNE)"


@dataclass(frozen=True)
class ProjectionSettings:
    """Parameters of a projection. PCA uses none of them, and only UMAP and t-SNE use the seed.

    Attributes:
        method: The method.
        neighbours: UMAP's ``n_neighbors``.
        minimum_distance: UMAP's ``min_dist``, in units of its plane before pictures are scaled.
        perplexity: t-SNE's perplexity.
        seed: Seed of UMAP and t-SNE.

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
    """The plane of every layer's PCA, rotated and scaled like the picture.

    A point is ``(unit vector - centre) @ axes``. *Shape:* ``centre`` (layer + 1, width), ``axes`` (layer + 1, width, 2)
    """

    centre: Floats
    axes: Floats


@dataclass(frozen=True, eq=False)
class Projection:
    """One picture per layer, aligned so that points move smoothly from one to the next.

    Every picture is centred on 0 with an RMS radius of 1; if all vectors of a layer are equal, its points lie on 0.

    Attributes:
        points: Positions of the points. *Shape:* (layer + 1, point, 2)
        settings: The settings that were used, with no more neighbours than there are other points.
        neighbourhood_preservation: Mean share of a point's nearest neighbours by cosine that are also among its nearest
            in the picture. *Shape:* (layer + 1,)
        explained_variance_ratio: PCA only: the share of the variance along each axis. *Shape:* (layer + 1, 2)
        planes: PCA only: the planes, to project further points.
    """

    points: Floats
    settings: ProjectionSettings
    neighbourhood_preservation: Floats
    explained_variance_ratio: Floats | None = None
    planes: ProjectionPlanes | None = None


def projection_arrays(projection: Projection) -> NamedArrays:
    """A projection as named arrays without Python objects, for ``numpy.savez``. Shipped files have these names, too."""
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
    """The inverse of :func:`projection_arrays`; takes what ``numpy.load`` opens as well."""
    settings = json.loads(str(entry["settings"]))
    return Projection(
        points=read_only(entry["points"]),
        settings=ProjectionSettings(**settings | {"method": ProjectionMethod(settings["method"])}),
        neighbourhood_preservation=read_only(entry["kept"]),
        explained_variance_ratio=read_only(entry["explained"]) if "explained" in entry else None,
        planes=ProjectionPlanes(read_only(entry["centre"]), read_only(entry["axes"])) if "axes" in entry else None,
    )


def read_only(values: npt.ArrayLike) -> Floats:
    """A copy as a read-only array, because visitors share it."""
    array = np.array(values, dtype=np.float32)
    array.flags.writeable = False
    return array
