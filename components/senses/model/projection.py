"""A word's vectors in many sentences as points in a plane, layer by layer.

Vectors are first brought to length 1, so that near means alike by cosine; what a vector's length says is not shown.
Three ways lead to the plane:

- PCA (Pearson 1901) looks from the side on which the points lie widest. It is linear: distances are never longer than
  they are, and a new point is placed exactly.
- UMAP (McInnes et al. 2018, https://arxiv.org/abs/1802.03426) and t-SNE (van der Maaten and Hinton 2008,
  https://www.jmlr.org/papers/v9/vandermaaten08a.html) keep neighbourhoods. Gaps, and the sizes of groups, mean little.

Layers are aligned by ordered Procrustes (:mod:`components.senses.model.procrustes`), each to the one before as it lies.
UMAP moreover starts every layer from where the layer before it came to rest, and goes on from there at a tenth of its
usual learning rate. Of "bank" in 42 sentences with pocket-bert and of made-up clusters in 8 layers (in brackets),
pictures of size 1:

===========================================  =============  ===============  ==============
way                                          mean movement  trustworthiness  time, compiled
===========================================  =============  ===============  ==============
each layer alone, not aligned                1.67 (0.99)    0.911 (0.884)    0.6 s (3 s)
each layer alone, then Procrustes            0.48 (0.72)    0.911 (0.884)    0.6 s (3 s)
from the layer before, then Procrustes       0.50 (0.59)    0.910 (0.887)    0.4 s (3 s)
the same at a tenth of the rate (used here)  0.49 (0.46)    0.912 (0.890)    0.1 s (1 s)
AlignedUMAP as it comes                      0.44 (0.42)    0.905 (0.876)    10 s (14 s)
===========================================  =============  ===============  ==============

AlignedUMAP (Dadu et al. 2023) moves points a tenth less, since it pulls layers towards each other, at the price of
trustworthiness; and it compiles anew for every fit. t-SNE, started from the layer before, would not leave it:
trustworthiness fell to 0.80, so every layer is fitted alone, from its own PCA (movement 0.67 (0.70) after Procrustes
and 1.27 (0.94) before).
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from components.model.results import Floats
from components.model.user_errors import UserError
from components.senses.model.neighbourhood_preservation import neighbourhood_preservation
from components.senses.model.procrustes import Array, alignment_rotations, normalise, rms_radius
from components.senses.model.projection_results import (
    Projection,
    ProjectionMethod,
    ProjectionPlanes,
    ProjectionSettings,
    read_only,
)

MINIMUM_POINTS = 3
VOTERS = 5  # neighbours that say where a new point lands, where there is no linear map
MINIMUM_SPREAD = 1e-5  # of unit vectors: nearer than this they differ by rounding alone
_COPY = 1e-12  # squared distance below which two unit vectors are one
_UMAP_SIZE, _TSNE_SIZE = 5.0, 1e-4  # of the picture that each starts from, as the libraries do it themselves
_GENTLE = 0.1  # of UMAP's learning rate
_GENTLE_EPOCHS = 200


def project(
    vectors: npt.ArrayLike, settings: ProjectionSettings, *, on_progress: Callable[[int, int], None] | None = None
) -> Projection:
    """Pictures of all layers, aligned. The same for the same vectors and settings.

    UMAP is not safe in a process with threads: a server takes :class:`components.senses.model.projector.Projector`.

    Args:
        vectors: One point's vector after every layer; the first is the embedding. *Shape:* (point, layer + 1, width)
        settings: How to draw.
        on_progress: Called after each layer with how many are done and how many there are.

    Raises:
        UserError: There are fewer than three points.
        ValueError: The vectors are not of that shape, or not finite.
    """
    layers = _layers(vectors)
    points = layers.shape[1]
    if points < MINIMUM_POINTS:
        raise UserError(f"A picture needs at least {MINIMUM_POINTS} points. Add sentences with the word.")
    used = replace(settings, neighbours=max(2, min(settings.neighbours, points - 1)))
    flat: list[Array] = []
    axes: list[Array] = []
    shares: list[Array] = []
    for number, layer in enumerate(layers, start=1):
        own_axes, share = _principal_axes(layer)
        axes.append(own_axes)
        shares.append(share)
        flat.append(_picture(layer, _centred(layer) @ own_axes, flat, used))
        if on_progress is not None:
            on_progress(number, len(layers))
    found = alignment_rotations(flat)
    drawn = np.stack([picture @ by for picture, by in zip(flat, found, strict=True)])
    kept = read_only([neighbourhood_preservation(layer, picture) for layer, picture in zip(layers, drawn, strict=True)])
    if used.method is not ProjectionMethod.PCA:
        return Projection(read_only(drawn), used, kept)
    sizes = [max(rms_radius(_centred(layer) @ own), MINIMUM_SPREAD) for layer, own in zip(layers, axes, strict=True)]
    placed_axes = [own @ by / one for own, by, one in zip(axes, found, sizes, strict=True)]
    planes = ProjectionPlanes(read_only(layers.mean(axis=1)), read_only(placed_axes))
    return Projection(read_only(drawn), used, kept, read_only(shares), planes)


def place_point(projection: Projection, vectors: npt.ArrayLike, new: npt.ArrayLike) -> Floats:
    """Where a new point lands in every picture. No other point moves, and nothing is fitted again.

    With PCA it is seen from the same side as the others. With UMAP and t-SNE, at every layer, it takes the mean place
    of the five points nearest to it in the full space (by cosine), weighted by one over the squared distance: so it can
    never lie outside the others. A copy of a point lies on it; of points that are copies of each other, between them.

    Args:
        projection: The pictures.
        vectors: What they were made from. *Shape:* (point, layer + 1, width)
        new: *Shape:* (layer + 1, width)

    Returns:
        *Shape:* (layer + 1, 2)

    Raises:
        ValueError: The shapes do not fit each other, or the new vectors are not finite.
    """
    layers = _layers(vectors)
    one = _layers(np.asarray(new)[None])[:, 0]
    if one.shape != (len(layers), layers.shape[2]) or projection.points.shape[:2] != layers.shape[:2]:
        raise ValueError(f"expected the vectors of {projection.points.shape[:2]} and {layers.shape[::2]} for the new")
    planes = projection.planes
    if planes is not None:
        return read_only(np.einsum("lw,lwd->ld", one - planes.centre, planes.axes))
    places: list[Array] = []
    for layer, vector, points in zip(layers, one, projection.points, strict=True):
        apart = np.square(layer - vector).sum(axis=1)
        nearest = np.argsort(apart, kind="stable")[:VOTERS]
        weights = 1 / np.maximum(apart[nearest], _COPY)
        places.append(np.average(points[nearest], axis=0, weights=weights))
    return read_only(places)


def _layers(vectors: npt.ArrayLike) -> Array:
    """Unit vectors by layer; a vector of zeros stays one. *Shape:* (layer + 1, point, width)."""
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
    """The two directions of the widest spread, and the share of variance along each.

    *Shape:* (width, 2), (2)
    """
    centred = _centred(layer)
    width = layer.shape[1]
    if rms_radius(layer) < MINIMUM_SPREAD:
        return np.zeros((width, 2)), np.zeros(2)
    if len(layer) > width:  # thousands of points: their covariance is much the smaller matrix
        variances, directions = np.linalg.eigh(centred.T @ centred)
        axes = directions[:, :-3:-1]
        share = np.maximum(variances[:-3:-1], 0)
    else:
        _, spreads, directions = np.linalg.svd(centred, full_matrices=False)
        axes, share = directions[:2].T, spreads[:2] ** 2
    # Which end of an axis is which is anybody's choice: this one does not depend on the library's version.
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    return axes * signs, share / np.square(centred).sum()


def _picture(layer: Array, principal: Array, before: list[Array], settings: ProjectionSettings) -> Array:
    """One layer's points, centred and of size 1, turned in no particular way."""
    if rms_radius(layer) < MINIMUM_SPREAD:
        return np.zeros((len(layer), 2))
    if settings.method is ProjectionMethod.UMAP:
        return normalise(_umap(layer, principal, before, settings))
    if settings.method is ProjectionMethod.TSNE:
        return normalise(_tsne(layer, principal, settings))
    return normalise(principal)


def _umap(layer: Array, principal: Array, before: list[Array], settings: ProjectionSettings) -> Array:
    import umap

    resumed = bool(before) and before[-1].any()
    fitted = umap.UMAP(
        n_neighbors=settings.neighbours,
        min_dist=settings.minimum_distance,
        random_state=settings.seed,
        init=(_UMAP_SIZE * (before[-1] if resumed else normalise(principal))).astype(np.float32),
        learning_rate=_GENTLE if resumed else 1.0,
        n_epochs=_GENTLE_EPOCHS if resumed else None,
        n_jobs=1,
    ).fit_transform(layer.astype(np.float32))
    return np.asarray(fitted, dtype=np.float64)


def _tsne(layer: Array, principal: Array, settings: ProjectionSettings) -> Array:
    from sklearn.manifold import TSNE

    fitted = TSNE(
        perplexity=max(1.0, min(settings.perplexity, (len(layer) - 1) / 3)),
        init=(_TSNE_SIZE * normalise(principal)).astype(np.float32),
        random_state=settings.seed,
        n_jobs=1,
    ).fit_transform(layer.astype(np.float32))
    return np.asarray(fitted, dtype=np.float64)
