"""Projection of a word's vectors to a plane, layer by layer.

Vectors are first scaled to length 1, so that near means similar by cosine; their lengths are not shown. There are three
methods:

- PCA (Pearson 1901) projects onto the two directions of the largest variance. It is linear: distances never grow, and
  a new point is placed exactly.
- UMAP (McInnes et al. 2018, https://arxiv.org/abs/1802.03426) and t-SNE (van der Maaten and Hinton 2008,
  https://www.jmlr.org/papers/v9/vandermaaten08a.html) preserve neighbourhoods. Gaps and sizes of groups mean little.

Each layer is aligned with the one before by orthogonal Procrustes (:mod:`components.senses.model.procrustes`). UMAP
also starts every layer from the positions of the layer before and continues at a tenth of its default learning rate.
Measured on "bank" in 42 sentences with pocket-bert and on synthetic clusters in 8 layers (in brackets), with pictures
scaled to an RMS radius of 1:

===========================================  =============  ===============  ==============
method                                       mean movement  trustworthiness  time, compiled
===========================================  =============  ===============  ==============
each layer alone, not aligned                1.67 (0.99)    0.911 (0.884)    0.6 s (3 s)
each layer alone, then Procrustes            0.48 (0.72)    0.911 (0.884)    0.6 s (3 s)
from the layer before, then Procrustes       0.50 (0.59)    0.910 (0.887)    0.4 s (3 s)
the same at a tenth of the rate (used here)  0.49 (0.46)    0.912 (0.890)    0.1 s (1 s)
AlignedUMAP with its defaults                0.44 (0.42)    0.905 (0.876)    10 s (14 s)
===========================================  =============  ===============  ==============

AlignedUMAP (Dadu et al. 2023) moves points a tenth less because it pulls layers towards each other, but it is less
trustworthy and compiles again for every fit. t-SNE started from the layer before hardly changed it: trustworthiness
fell to 0.80. So every layer is fitted alone from its own PCA (movement 0.67 (0.70) after Procrustes, 1.27 (0.94)
before).
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from components.model.results import Floats
from components.model.user_errors import UserError
from components.senses.model.procrustes import Array, alignment_rotations, normalise, rms_radius
from components.senses.model.projection_results import (
    Projection,
    ProjectionMethod,
    ProjectionPlanes,
    ProjectionSettings,
    read_only,
)

MINIMUM_POINTS = 3
INTERPOLATION_NEIGHBOURS = 5  # neighbours that determine the place of a new point in UMAP and t-SNE
MINIMUM_SPREAD = 1e-5  # RMS radius of unit vectors: below it they differ by rounding only
_COPY_DISTANCE = 1e-12  # squared distance below which two unit vectors count as equal
_UMAP_INITIAL_RADIUS, _TSNE_INITIAL_RADIUS = 5.0, 1e-4  # of the initial positions, as in the libraries
_RESUMED_LEARNING_RATE = 0.1  # a fraction of UMAP's default
_RESUMED_EPOCHS = 200
NEIGHBOUR_COUNT = 10
SAMPLE_SIZE = 500  # points: more are sampled evenly, so that 5,000 sentences do not take a minute


def project(
    vectors: npt.ArrayLike, settings: ProjectionSettings, *, on_progress: Callable[[int, int], None] | None = None
) -> Projection:
    """Aligned pictures of all layers, deterministic for given vectors and settings.

    UMAP is not safe in a process with threads: a server uses :class:`components.senses.model.projector.Projector`.

    Args:
        vectors: Each point's vector after every layer; the first is the embedding. *Shape:* (point, layer + 1, width)
        settings: The method and its parameters.
        on_progress: Called after each layer with the number done and the total.

    Raises:
        UserError: There are fewer than three points.
        ValueError: The vectors have another shape, or are not finite.
    """
    layers = _unit_vectors_by_layer(vectors)
    points = layers.shape[1]
    if points < MINIMUM_POINTS:
        raise UserError(f"A picture needs at least {MINIMUM_POINTS} points. Add sentences with the word.")
    effective = replace(settings, neighbours=max(2, min(settings.neighbours, points - 1)))
    pictures: list[Array] = []
    axes: list[Array] = []
    variance_ratios: list[Array] = []
    for number, layer in enumerate(layers, start=1):
        layer_axes, ratio = _principal_axes(layer)
        axes.append(layer_axes)
        variance_ratios.append(ratio)
        pictures.append(_project_layer(layer, _centred(layer) @ layer_axes, pictures, effective))
        if on_progress is not None:
            on_progress(number, len(layers))
    rotations = alignment_rotations(pictures)
    aligned = np.stack([picture @ rotation for picture, rotation in zip(pictures, rotations, strict=True)])
    preservation = read_only(
        [neighbourhood_preservation(layer, picture) for layer, picture in zip(layers, aligned, strict=True)]
    )
    if effective.method is not ProjectionMethod.PCA:
        return Projection(read_only(aligned), effective, preservation)
    radii = [
        max(rms_radius(_centred(layer) @ layer_axes), MINIMUM_SPREAD)
        for layer, layer_axes in zip(layers, axes, strict=True)
    ]
    plane_axes = [
        layer_axes @ rotation / radius for layer_axes, rotation, radius in zip(axes, rotations, radii, strict=True)
    ]
    planes = ProjectionPlanes(read_only(layers.mean(axis=1)), read_only(plane_axes))
    return Projection(read_only(aligned), effective, preservation, read_only(variance_ratios), planes)


def place_point(projection: Projection, vectors: npt.ArrayLike, new: npt.ArrayLike) -> Floats:
    """The position of a new point in every picture. No other point moves, and nothing is fitted again.

    With PCA it is projected like the others. With UMAP and t-SNE, at every layer, it takes the mean position of the
    five points nearest to it in the full space (by cosine), weighted by the inverse squared distance, so it never lies
    outside the others. A copy of a point lies on that point; a copy of several equal points lies between them.

    Args:
        projection: The pictures.
        vectors: The vectors that they were made from. *Shape:* (point, layer + 1, width)
        new: The vectors of the new point. *Shape:* (layer + 1, width)

    Returns:
        *Shape:* (layer + 1, 2)

    Raises:
        ValueError: The shapes do not match, or the new vectors are not finite.
    """
    layers = _unit_vectors_by_layer(vectors)
    new_vectors = _unit_vectors_by_layer(np.asarray(new)[None])[:, 0]
    if new_vectors.shape != (len(layers), layers.shape[2]) or projection.points.shape[:2] != layers.shape[:2]:
        raise ValueError(f"expected the vectors of {projection.points.shape[:2]} and {layers.shape[::2]} for the new")
    planes = projection.planes
    if planes is not None:
        return read_only(np.einsum("lw,lwd->ld", new_vectors - planes.centre, planes.axes))
    positions: list[Array] = []
    for layer, vector, points in zip(layers, new_vectors, projection.points, strict=True):
        distances = np.square(layer - vector).sum(axis=1)
        nearest = np.argsort(distances, kind="stable")[:INTERPOLATION_NEIGHBOURS]
        weights = 1 / np.maximum(distances[nearest], _COPY_DISTANCE)
        positions.append(np.average(points[nearest], axis=0, weights=weights))
    return read_only(positions)


def _unit_vectors_by_layer(vectors: npt.ArrayLike) -> Array:
    """Unit vectors by layer; zero vectors stay zero. *Shape:* (layer + 1, point, width)."""
    values = np.asarray(vectors, dtype=np.float64)
    if values.ndim != 3 or values.shape[1] < 1 or values.shape[2] < 2 or not np.isfinite(values).all():
        raise ValueError(f"expected finite vectors of shape (point, layer + 1, width), not {values.shape}")
    lengths = np.linalg.norm(values, axis=-1, keepdims=True)
    unit: Array = np.divide(values, lengths, out=np.zeros_like(values), where=lengths > 0)
    return unit.swapaxes(0, 1)


def _centred(layer: Array) -> Array:
    centred: Array = layer - layer.mean(axis=0)
    return centred


def _principal_axes(layer: Array) -> tuple[Array, Array]:
    """The two directions of the largest variance, and the share of the variance along each.

    *Shape:* (width, 2), (2)
    """
    centred = _centred(layer)
    width = layer.shape[1]
    if rms_radius(layer) < MINIMUM_SPREAD:
        return np.zeros((width, 2)), np.zeros(2)
    if len(layer) > width:  # thousands of points: the covariance matrix is much smaller
        variances, directions = np.linalg.eigh(centred.T @ centred)
        axes = directions[:, :-3:-1]
        share = np.maximum(variances[:-3:-1], 0)
    else:
        _, spreads, directions = np.linalg.svd(centred, full_matrices=False)
        axes, share = directions[:2].T, spreads[:2] ** 2
    # The sign of an axis is arbitrary: this choice does not depend on the library's version.
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    return axes * signs, share / np.square(centred).sum()


def _project_layer(layer: Array, principal: Array, previous: list[Array], settings: ProjectionSettings) -> Array:
    """One layer's points, centred and scaled to an RMS radius of 1, not aligned."""
    if rms_radius(layer) < MINIMUM_SPREAD:
        return np.zeros((len(layer), 2))
    if settings.method is ProjectionMethod.UMAP:
        return normalise(_umap(layer, principal, previous, settings))
    if settings.method is ProjectionMethod.TSNE:
        return normalise(_tsne(layer, principal, settings))
    return normalise(principal)


def _umap(layer: Array, principal: Array, previous: list[Array], settings: ProjectionSettings) -> Array:
    import umap

    resumed = bool(previous) and previous[-1].any()
    embedding = umap.UMAP(
        n_neighbors=settings.neighbours,
        min_dist=settings.minimum_distance,
        random_state=settings.seed,
        init=(_UMAP_INITIAL_RADIUS * (previous[-1] if resumed else normalise(principal))).astype(np.float32),
        learning_rate=_RESUMED_LEARNING_RATE if resumed else 1.0,
        n_epochs=_RESUMED_EPOCHS if resumed else None,
        n_jobs=1,
    ).fit_transform(layer.astype(np.float32))
    return np.asarray(embedding, dtype=np.float64)


def _tsne(layer: Array, principal: Array, settings: ProjectionSettings) -> Array:
    from sklearn.manifold import TSNE

    embedding = TSNE(
        perplexity=max(1.0, min(settings.perplexity, (len(layer) - 1) / 3)),
        init=(_TSNE_INITIAL_RADIUS * normalise(principal)).astype(np.float32),
        random_state=settings.seed,
        n_jobs=1,
    ).fit_transform(layer.astype(np.float32))
    return np.asarray(embedding, dtype=np.float64)


def neighbourhood_preservation(full: Array, picture: Array) -> float:
    """The mean share of a point's nearest neighbours in the full space that are also among its nearest in the picture.

    The number of neighbours is ten, or half of the other points if those are fewer than twenty. By chance the share
    would be ten divided by the number of other points. Points that are equally near in the picture all count.

    Args:
        full: *Shape:* (point, width)
        picture: *Shape:* (point, 2)
    """
    points = len(full)
    count = max(1, min(NEIGHBOUR_COUNT, (points - 1) // 2))
    sample = np.unique(np.linspace(0, points - 1, min(points, SAMPLE_SIZE)).astype(int))
    distances, picture_distances = _distances(full, sample), _distances(picture, sample)
    neighbours = np.argpartition(distances, count - 1, axis=1)[:, :count]
    furthest = np.partition(picture_distances, count - 1, axis=1)[:, count - 1, None]
    return float((np.take_along_axis(picture_distances, neighbours, axis=1) <= furthest + 1e-9).mean())


def _distances(points: Array, sample: np.ndarray) -> Array:
    """Squared distances, infinite from a point to itself. *Shape:* (sample, point)."""
    squares = np.square(points).sum(axis=1)
    distances: Array = squares[sample, None] + squares - 2 * points[sample] @ points.T
    distances[np.arange(len(sample)), sample] = np.inf
    return distances
