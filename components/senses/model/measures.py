"""How well the vectors of a word separate its senses, beside a baseline of shuffled labels.

Nearest-neighbour accuracy is the share of points whose nearest point, by cosine, has the same sense. It recognises
groups of any shape, as long as points lie near others of their sense.

Points of one sentence share its words and its label. Neighbours within a sentence are therefore left out, and labels
are shuffled between sentences. Otherwise sentences that contain the word twice would seem to have senses even with
random labels.

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
    """The accuracy at every layer, and its values for shuffled labels. All layers use the same shuffles.

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
        accuracy=_compare_with_shuffled(values),
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
) -> float:
    """The nearest-neighbour accuracy of the best layer with shuffled labels, averaged over shuffles.

    It is higher than the chance accuracy of a single layer. *Shape:* ``vectors`` (point, layer + 1, width).
    """
    values = _measure_layers(vectors, labels, sentences, k=1, shuffles=shuffles, seed=0, on_progress=None)
    return float(values[:, 1:].max(axis=0).mean())


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
    """The accuracy at every layer, with the true labels first. *Shape:* (layer + 1, 1 + shuffle)."""
    count = vectors.shape[1]
    values = np.empty((count, shuffles + 1))
    for layer in range(count):
        points = _labelled_points(vectors[:, layer], labels, sentences)
        random = np.random.default_rng(seed)
        first = np.unique(points.sentences, return_index=True)[1]  # one point per sentence
        shuffled = (random.permutation(points.codes[first])[points.sentences] for _ in range(shuffles))
        values[layer] = _accuracy(points, np.stack([points.codes, *shuffled]), k)
        if on_progress is not None:
            on_progress(layer + 1, count)
    return values


def _compare_with_shuffled(values: Array) -> MeasureByLayer:
    """The accuracy with true labels beside its distribution for shuffled ones. *Shape:* (layer + 1, 1 + shuffle)."""
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


def _accuracy(points: _LabelledPoints, labellings: LabelCodes, k: int) -> Array:
    """The nearest-neighbour accuracy for several labellings of the same points.

    *Shape:* ``labellings`` (labelling, point) -> (labelling,)
    """
    if k < 1:
        raise ValueError(f"expected at least one neighbour, got {k}")
    count, sentence_sizes = len(points.unit), np.bincount(points.sentences)
    if len(sentence_sizes) < 2:
        return np.full(len(labellings), np.nan)
    k = min(k, count - int(sentence_sizes.max()))  # every point has this many in other sentences
    groups = int(labellings.max()) + 1
    # One column for each label of each labelling: multiplying by it sums over the points with that label.
    members = (labellings[:, None, :] == np.arange(groups)[None, :, None]).reshape(-1, count).T.astype(np.float64)
    right = np.zeros(len(labellings))
    for start in range(0, count, BLOCK):
        rows = np.arange(start, min(start + BLOCK, count))
        other_sentence = points.sentences[rows, None] != points.sentences[None, :]
        cosines = np.clip(points.unit[rows] @ points.unit.T, -1.0, 1.0)
        shares = _neighbour_shares(np.where(other_sentence, cosines, -np.inf), k)
        votes = (shares @ members).reshape(len(rows), len(labellings), groups).transpose(1, 0, 2)
        right += np.take_along_axis(votes, labellings[:, rows, None], axis=2)[..., 0].sum(axis=1)
    accuracy: Array = right / (k * count)
    return accuracy


def _neighbour_shares(cosines: Array, k: int) -> Array:
    """The weight of each point among a row's ``k`` neighbours; equally near points share the last places."""
    kth = np.partition(cosines, -k, axis=1)[:, -k, None]
    nearer = cosines > kth + TOLERANCE
    level = ~nearer & (cosines >= kth - TOLERANCE)
    left = k - nearer.sum(axis=1, keepdims=True)
    shared: Array = nearer + level * (left / level.sum(axis=1, keepdims=True))
    return shared
