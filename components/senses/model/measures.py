"""How well the vectors of a word separate its senses: two measures, each with a baseline of shuffled labels.

Nearest-neighbour accuracy is the share of points whose nearest point, by cosine, has the same sense. It recognises
groups of any shape, as long as points lie near others of their sense. The silhouette (Rousseeuw 1987,
https://doi.org/10.1016/0377-0427(87)90125-7) measures how much nearer a point is to its own sense than to the next one,
so it tells how far apart the groups lie as wholes.

Points of one sentence share its words and its label. Neighbours and distances within a sentence are therefore left out,
and labels are shuffled between sentences. Otherwise sentences that contain the word twice would seem to have senses
even with random labels.

Points that are equally near share one vote. At layer 0 there are many: a word at the same position has the same vector
in every sentence, and the order of the list would decide.

Points are processed in blocks, so that 5,000 of them do not need 25 million distances in memory at once.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import Array, Vectors, unit_rows
from components.senses.model.results import LayerMeasures, MeasureByLayer

TOLERANCE = 1e-9  # cosines that differ by less count as equal: recomputing a vector changes them this much
BLOCK = 512  # points
PERCENTILES = (2.5, 97.5)  # percentiles
LabelCodes = npt.NDArray[np.intp]


def silhouette(
    vectors: Vectors, labels: Sequence[Hashable | None], sentences: Sequence[Hashable] | None = None
) -> float:
    """The mean silhouette of the labelled points by cosine distance, from −1 to 1.

    A point that is the only one with its label counts 0. NaN if there are fewer than two labels. ``sentences`` names
    the sentence of each point; by default each point has its own.

    *Shape:* ``vectors`` (point, width)
    """
    points = _labelled_points(vectors, labels, sentences)
    return float(_measure(points, points.codes[None], 1)[1, 0])


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
    """Both measures at every layer, and their values for shuffled labels. All layers use the same shuffles.

    Args:
        vectors: *Shape:* (point, layer + 1, width).
        labels: A sense for each point; None leaves it out.
        sentences: The sentence of each point; by default each point has its own.
        k: Number of neighbours per point.
        shuffles: How many times the labels are shuffled.
        seed: Seed of the shuffles.
        on_progress: Called after each layer with the number done and the total.
    """
    values = _measure_layers(vectors, labels, sentences, k=k, shuffles=shuffles, seed=seed, on_progress=on_progress)
    names = [label for label in labels if label is not None]
    sizes = {name: names.count(name) for name in dict.fromkeys(names)}
    return LayerMeasures(
        accuracy=_compare_with_shuffled(values[:, 0]),
        silhouette=_compare_with_shuffled(values[:, 1]),
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
    """The nearest-neighbour accuracy of the best layer with shuffled labels, averaged over shuffles.

    It is higher than the chance accuracy of a single layer. *Shape:* ``vectors`` (point, layer + 1, width).
    """
    values = _measure_layers(vectors, labels, sentences, k=1, shuffles=shuffles, seed=seed, on_progress=None)
    return float(values[:, 0, 1:].max(axis=0).mean())


def _measure_layers(
    vectors: Vectors,
    labels: Sequence[str | None],
    sentences: Sequence[Hashable] | None,
    *,
    k: int,
    shuffles: int,
    seed: int,
    on_progress: Callable[[int, int], None] | None,
) -> Array:
    """Both measures at every layer, with the true labels first. *Shape:* (layer + 1, measure, 1 + shuffle)."""
    count = vectors.shape[1]
    values = np.empty((count, 2, shuffles + 1))
    for layer in range(count):
        points = _labelled_points(vectors[:, layer], labels, sentences)
        random = np.random.default_rng(seed)
        first = np.unique(points.sentences, return_index=True)[1]  # one point per sentence
        shuffled = (random.permutation(points.codes[first])[points.sentences] for _ in range(shuffles))
        values[layer] = _measure(points, np.stack([points.codes, *shuffled]), k)
        if on_progress is not None:
            on_progress(layer + 1, count)
    return values


def _compare_with_shuffled(values: Array) -> MeasureByLayer:
    """The measure with true labels beside its distribution for shuffled ones. *Shape:* (layer + 1, 1 + shuffle)."""
    true, shuffled = values[:, 0].copy(), values[:, 1:]
    if not shuffled.shape[1]:
        nothing = np.full_like(true, np.nan)
        return MeasureByLayer(true, nothing, nothing, nothing)
    low, high = np.percentile(shuffled, PERCENTILES, axis=1)
    return MeasureByLayer(true, shuffled.mean(axis=1), low, high)


@dataclass(frozen=True, eq=False)
class _LabelledPoints:
    """The points with a label: unit vectors, and labels and sentences as numbers from 0. *Shape:* (point, …) each."""

    unit: Array
    codes: LabelCodes
    sentences: LabelCodes


def _labelled_points(
    vectors: Vectors, labels: Sequence[Hashable | None], sentences: Sequence[Hashable] | None
) -> _LabelledPoints:
    sentences = range(len(labels)) if sentences is None else sentences
    for name, values in (("a label", labels), ("a sentence", sentences)):
        if len(values) != len(vectors):
            raise ValueError(f"expected {name} for each of {len(vectors)} points, got {len(values)}")
    labelled = [number for number, label in enumerate(labels) if label is not None]
    return _LabelledPoints(
        unit_rows(vectors[labelled]), _encode([labels[n] for n in labelled]), _encode([sentences[n] for n in labelled])
    )


def _encode(names: Sequence[Hashable]) -> LabelCodes:
    """Names as numbers from 0, in the order of first occurrence."""
    number = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], dtype=np.intp)


def _measure(points: _LabelledPoints, labellings: LabelCodes, k: int) -> Array:
    """Accuracy and silhouette for several labellings of the same points.

    *Shape:* ``labellings`` (labelling, point) -> (2, labelling)
    """
    if k < 1:
        raise ValueError(f"expected at least one neighbour, got {k}")
    count, sentence_sizes = len(points.unit), np.bincount(points.sentences)
    if len(sentence_sizes) < 2:
        return np.full((2, len(labellings)), np.nan)
    k = min(k, count - int(sentence_sizes.max()))  # every point has this many in other sentences
    groups = int(labellings.max()) + 1
    # One column for each label of each labelling: multiplying by it sums over the points with that label.
    members = (labellings[:, None, :] == np.arange(groups)[None, :, None]).reshape(-1, count).T.astype(np.float64)
    accuracy, silhouettes = np.zeros(len(labellings)), np.zeros(len(labellings))
    for start in range(0, count, BLOCK):
        rows = np.arange(start, min(start + BLOCK, count))
        other_sentence = points.sentences[rows, None] != points.sentences[None, :]
        cosines = np.clip(points.unit[rows] @ points.unit.T, -1.0, 1.0)
        labels_of_rows = labellings[:, rows]
        shape = (len(rows), len(labellings), groups)

        def sum_by_label(values: Array, shape: tuple[int, ...] = shape) -> Array:
            """Sum over the points of each label. *Shape:* (row, point) -> (labelling, row, label)."""
            total: Array = (values @ members).reshape(shape).transpose(1, 0, 2)
            return total

        sizes = sum_by_label(other_sentence.astype(np.float64))
        silhouettes += _silhouettes(
            sum_by_label(np.where(other_sentence, 1.0 - cosines, 0.0)), sizes, labels_of_rows
        ).sum(axis=1)
        votes = sum_by_label(_neighbour_shares(np.where(other_sentence, cosines, -np.inf), k))
        accuracy += np.take_along_axis(votes, labels_of_rows[..., None], axis=2)[..., 0].sum(axis=1)
    return np.stack([accuracy / (k * count), silhouettes / count if groups > 1 else np.full_like(silhouettes, np.nan)])


def _neighbour_shares(cosines: Array, k: int) -> Array:
    """The weight of each point among a row's ``k`` neighbours; equally near points share the last places."""
    kth = np.partition(cosines, -k, axis=1)[:, -k, None]
    nearer = cosines > kth + TOLERANCE
    level = ~nearer & (cosines >= kth - TOLERANCE)
    left = k - nearer.sum(axis=1, keepdims=True)
    shared: Array = nearer + level * (left / level.sum(axis=1, keepdims=True))
    return shared


def _silhouettes(distances: Array, sizes: Array, labels: LabelCodes) -> Array:
    """The silhouette of each point from its summed distances to the points of each label and their numbers.

    *Shape:* ``distances``, ``sizes`` (labelling, row, label), ``own`` (labelling, row) -> (labelling, row)
    """
    means = np.divide(distances, sizes, out=np.full_like(distances, np.inf), where=sizes > 0)
    inside = np.take_along_axis(means, labels[..., None], axis=2)[..., 0]
    np.put_along_axis(means, labels[..., None], np.inf, axis=2)
    outside = means.min(axis=2)
    widest = np.maximum(inside, outside)
    defined = (widest > TOLERANCE) & np.isfinite(widest)
    return np.where(
        defined,
        np.subtract(outside, inside, where=defined, out=np.zeros_like(widest)) / np.where(defined, widest, 1.0),
        0.0,
    )
