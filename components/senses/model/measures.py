"""Do vectors of a word lie apart where its senses differ? Two measures, and what they are by chance.

Nearest-neighbour accuracy asks of every point whether the point nearest to it, by cosine, has the same sense: it sees
groups of any form, as long as points lie beside their like. The silhouette (Rousseeuw 1987,
https://doi.org/10.1016/0377-0427(87)90125-7) asks how much nearer a point is to its own sense than to the next one: it
sees how far apart the groups lie as wholes. Both are held against the same points with their labels shuffled.

Points of one sentence share its words and its label, so they are no witnesses for each other: neighbours and distances
within a sentence are left out, and labels are shuffled from sentence to sentence. Otherwise a list in which sentences
hold the word twice seems to have senses even where labels were drawn at random.

Points that are equally near share one vote. At layer 0 many are: a word at the same position has the same vector in
every sentence, and whichever is listed first would otherwise decide.

Points are taken in blocks, so that 5,000 of them do not fill the memory with 25 million distances.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import Array, Vectors, unit_rows
from components.senses.model.results import LayerMeasures, MeasureByLayer

SAME = 1e-9  # cosines that differ by less are equal: two computations of one vector differ by this little
BLOCK = 512  # points
RANGE = (2.5, 97.5)  # percentiles
Codes = npt.NDArray[np.intp]


def silhouette(
    vectors: Vectors, labels: Sequence[Hashable | None], sentences: Sequence[Hashable] | None = None
) -> float:
    """The mean silhouette of the labelled points by cosine distance, from −1 to 1.

    A point that is alone with its label counts 0. NaN where there are fewer than two labels. ``sentences`` says which
    sentence each point is of; left out, each is of its own.

    *Shape:* ``vectors`` (point, width)
    """
    points = _labelled(vectors, labels, sentences)
    return float(_figures(points, points.codes[None], 1)[1, 0])


def measures_by_layer(
    vectors: Vectors,
    labels: Sequence[str | None],
    sentences: Sequence[Hashable] | None = None,
    *,
    k: int = 1,
    shuffles: int = 100,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> LayerMeasures:
    """Both measures at every layer, with those of shuffled labels. The shuffles are the same for every layer.

    Args:
        vectors: *Shape:* (point, layer + 1, width).
        labels: A sense for each point; None leaves it out.
        sentences: Which sentence each point is of; left out, each is of its own.
        k: How many neighbours of a point are looked at.
        shuffles: How many times the labels are shuffled.
        seed: Of the shuffles.
        on_progress: Called after each layer with how many are done and how many there are.
    """
    found = _figures_by_layer(vectors, labels, sentences, k=k, shuffles=shuffles, seed=seed, on_progress=on_progress)
    names = [label for label in labels if label is not None]
    sizes = {name: names.count(name) for name in dict.fromkeys(names)}
    return LayerMeasures(
        accuracy=_against_shuffled(found[:, 0]),
        silhouette=_against_shuffled(found[:, 1]),
        senses=tuple(sorted(sizes.items(), key=lambda item: -item[1])),
        neighbours=k,
        shuffles=shuffles,
        seed=seed,
    )


def best_layer_chance_accuracy(
    vectors: Vectors,
    labels: Sequence[str | None],
    sentences: Sequence[Hashable] | None = None,
    *,
    shuffles: int = 1000,
    seed: int = 0,
) -> float:
    """What the best layer's nearest-neighbour accuracy comes to with shuffled labels, the mean over shuffles.

    The best of several layers is above what one layer gets by chance. *Shape:* ``vectors`` (point, layer + 1, width).
    """
    figures = _figures_by_layer(vectors, labels, sentences, k=1, shuffles=shuffles, seed=seed, on_progress=None)
    return float(figures[:, 0, 1:].max(axis=0).mean())


def _figures_by_layer(
    vectors: Vectors,
    labels: Sequence[str | None],
    sentences: Sequence[Hashable] | None,
    *,
    k: int,
    shuffles: int,
    seed: int,
    on_progress: Callable[[int, int], None] | None,
) -> Array:
    """Both measures at every layer, the true labels first. *Shape:* (layer + 1, measure, 1 + shuffle)."""
    count = vectors.shape[1]
    figures = np.empty((count, 2, shuffles + 1))
    for layer in range(count):
        points = _labelled(vectors[:, layer], labels, sentences)
        random = np.random.default_rng(seed)
        first = np.unique(points.sentences, return_index=True)[1]  # a point of each sentence
        shuffled = (random.permutation(points.codes[first])[points.sentences] for _ in range(shuffles))
        figures[layer] = _figures(points, np.stack([points.codes, *shuffled]), k)
        if on_progress is not None:
            on_progress(layer + 1, count)
    return figures


def _against_shuffled(values: Array) -> MeasureByLayer:
    """*Shape:* ``values`` (layer + 1, 1 + shuffle), the true labels first."""
    true, shuffled = values[:, 0].copy(), values[:, 1:]
    if not shuffled.shape[1]:
        nothing = np.full_like(true, np.nan)
        return MeasureByLayer(true, nothing, nothing, nothing)
    low, high = np.percentile(shuffled, RANGE, axis=1)
    return MeasureByLayer(true, shuffled.mean(axis=1), low, high)


@dataclass(frozen=True, eq=False)
class _Points:
    """Those that have a label: unit vectors, and labels and sentences as numbers from 0. *Shape:* (point, …) each."""

    unit: Array
    codes: Codes
    sentences: Codes


def _labelled(vectors: Vectors, labels: Sequence[Hashable | None], sentences: Sequence[Hashable] | None) -> _Points:
    sentences = range(len(labels)) if sentences is None else sentences
    for name, told in (("a label", labels), ("a sentence", sentences)):
        if len(told) != len(vectors):
            raise ValueError(f"expected {name} for each of {len(vectors)} points, got {len(told)}")
    kept = [number for number, label in enumerate(labels) if label is not None]
    return _Points(
        unit_rows(vectors[kept]), _numbered([labels[n] for n in kept]), _numbered([sentences[n] for n in kept])
    )


def _numbered(names: Sequence[Hashable]) -> Codes:
    """Names as numbers from 0, in the order in which they first come."""
    number = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], dtype=np.intp)


def _figures(points: _Points, labellings: Codes, k: int) -> Array:
    """Accuracy and silhouette for several labellings of the same points.

    *Shape:* ``labellings`` (labelling, point) -> (2, labelling)
    """
    if k < 1:
        raise ValueError(f"expected at least one neighbour, got {k}")
    count, of = len(points.unit), np.bincount(points.sentences)
    if len(of) < 2:
        return np.full((2, len(labellings)), np.nan)
    k = min(k, count - int(of.max()))  # every point has so many outside its own sentence
    groups = int(labellings.max()) + 1
    # One column for each label of each labelling: a product with it sums over the points that have that label.
    members = (labellings[:, None, :] == np.arange(groups)[None, :, None]).reshape(-1, count).T.astype(np.float64)
    accuracy, width = np.zeros(len(labellings)), np.zeros(len(labellings))
    for start in range(0, count, BLOCK):
        rows = np.arange(start, min(start + BLOCK, count))
        elsewhere = points.sentences[rows, None] != points.sentences[None, :]
        cosines = np.clip(points.unit[rows] @ points.unit.T, -1.0, 1.0)
        own = labellings[:, rows]
        shape = (len(rows), len(labellings), groups)

        def summed(of_points: Array, shape: tuple[int, ...] = shape) -> Array:
            """Over the points of each label. *Shape:* (row, point) -> (labelling, row, label)."""
            total: Array = (of_points @ members).reshape(shape).transpose(1, 0, 2)
            return total

        sizes = summed(elsewhere.astype(np.float64))
        width += _silhouettes(summed(np.where(elsewhere, 1.0 - cosines, 0.0)), sizes, own).sum(axis=1)
        agree = summed(_places(np.where(elsewhere, cosines, -np.inf), k))
        accuracy += np.take_along_axis(agree, own[..., None], axis=2)[..., 0].sum(axis=1)
    return np.stack([accuracy / (k * count), width / count if groups > 1 else np.full_like(width, np.nan)])


def _places(cosines: Array, k: int) -> Array:
    """How much of the ``k`` places among a row's neighbours each point holds, equals sharing those that are left."""
    kth = np.partition(cosines, -k, axis=1)[:, -k, None]
    nearer = cosines > kth + SAME
    level = ~nearer & (cosines >= kth - SAME)
    left = k - nearer.sum(axis=1, keepdims=True)
    shared: Array = nearer + level * (left / level.sum(axis=1, keepdims=True))
    return shared


def _silhouettes(distances: Array, sizes: Array, own: Codes) -> Array:
    """The silhouette of each point, of summed distances to the points of each label and how many these are.

    *Shape:* ``distances``, ``sizes`` (labelling, row, label), ``own`` (labelling, row) -> (labelling, row)
    """
    means = np.divide(distances, sizes, out=np.full_like(distances, np.inf), where=sizes > 0)
    inside = np.take_along_axis(means, own[..., None], axis=2)[..., 0]
    np.put_along_axis(means, own[..., None], np.inf, axis=2)
    outside = means.min(axis=2)
    widest = np.maximum(inside, outside)
    told = (widest > SAME) & np.isfinite(widest)
    return np.where(
        told, np.subtract(outside, inside, where=told, out=np.zeros_like(widest)) / np.where(told, widest, 1.0), 0.0
    )
