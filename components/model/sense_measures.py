"""Do vectors of a word lie apart where its senses differ? Two measures, and what they are by chance.

Nearest-neighbour accuracy asks of every point whether the point nearest to it, by cosine, has the same sense: it sees
groups of any form, as long as points lie beside their like. The silhouette (Rousseeuw 1987,
https://doi.org/10.1016/0377-0427(87)90125-7) asks how much nearer a point is to its own sense than to the next one: it
sees how far apart the groups lie as wholes. Both are held against the same points with their labels shuffled.

Points that are equally near share one vote. At layer 0 many are: a word at the same position has the same vector in
every sentence, and whichever is listed first would otherwise decide.

Points are taken in blocks, so that 5,000 of them do not fill the memory with 25 million distances.
"""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
import numpy.typing as npt

from components.model.cosines import Array, Vectors, unit_rows
from components.model.sense_measures_results import Figures, LayerMeasures

SAME = 1e-9  # cosines that differ by less are equal: two computations of one vector differ by this little
BLOCK = 512  # points
RANGE = (2.5, 97.5)  # percentiles
Codes = npt.NDArray[np.intp]


def neighbour_accuracy(vectors: Vectors, labels: Sequence[Hashable | None], *, k: int = 1) -> float:
    """The share of the ``k`` nearest other points that have the same label, averaged over points.

    With ``k`` 1 this is the leave-one-out accuracy of the nearest neighbour. Points that are equally near share the
    places that are left. Points labelled None are left out; NaN where fewer than two remain.

    *Shape:* ``vectors`` (point, width)
    """
    unit, codes, _ = _labelled(vectors, labels)
    return float(_figures(unit, codes[None], k)[0, 0])


def silhouette(vectors: Vectors, labels: Sequence[Hashable | None]) -> float:
    """The mean silhouette of the labelled points by cosine distance, from −1 to 1.

    A point that is alone with its label counts 0. NaN where there are fewer than two labels.

    *Shape:* ``vectors`` (point, width)
    """
    unit, codes, _ = _labelled(vectors, labels)
    return float(_figures(unit, codes[None], 1)[1, 0])


def measures_by_layer(
    vectors: Vectors,
    labels: Sequence[str | None],
    *,
    k: int = 1,
    shuffles: int = 100,
    seed: int = 0,
    told: Callable[[int, int], None] | None = None,
) -> LayerMeasures:
    """Both measures at every layer, with those of shuffled labels. The shuffles are the same for every layer.

    Args:
        vectors: *Shape:* (point, layer + 1, width).
        labels: A sense for each point; None leaves it out.
        k: How many neighbours of a point are looked at.
        shuffles: How many times the labels are shuffled.
        seed: Of the shuffles.
        told: Called after each layer with how many are done and how many there are.
    """
    count = vectors.shape[1]
    found = np.empty((count, 2, shuffles + 1))
    for layer in range(count):
        unit, codes, _ = _labelled(vectors[:, layer], labels)
        random = np.random.default_rng(seed)
        every = np.stack([codes, *(random.permutation(codes) for _ in range(shuffles))])
        found[layer] = _figures(unit, every, k)
        if told is not None:
            told(layer + 1, count)
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


def _against_shuffled(values: Array) -> Figures:
    """*Shape:* ``values`` (layer + 1, 1 + shuffle), the true labels first."""
    true, shuffled = values[:, 0].copy(), values[:, 1:]
    if not shuffled.shape[1]:
        nothing = np.full_like(true, np.nan)
        return Figures(true, nothing, nothing, nothing)
    low, high = np.percentile(shuffled, RANGE, axis=1)
    return Figures(true, shuffled.mean(axis=1), low, high)


def _labelled(vectors: Vectors, labels: Sequence[Hashable | None]) -> tuple[Array, Codes, list[Hashable]]:
    """The points that have a label, their labels as numbers, and the labels in the order of those numbers."""
    if len(labels) != len(vectors):
        raise ValueError(f"expected a label for each of {len(vectors)} points, got {len(labels)}")
    kept = [number for number, label in enumerate(labels) if label is not None]
    names = list(dict.fromkeys(labels[number] for number in kept))
    code = {name: number for number, name in enumerate(names)}
    codes = np.array([code[labels[number]] for number in kept], dtype=np.intp)
    return unit_rows(vectors[kept]), codes, [name for name in names if name is not None]


def _figures(unit: Array, labellings: Codes, k: int) -> Array:
    """Accuracy and silhouette for several labellings of the same points.

    *Shape:* ``labellings`` (labelling, point) -> (2, labelling)
    """
    count = len(unit)
    if k < 1:
        raise ValueError(f"expected at least one neighbour, got {k}")
    if count < 2:
        return np.full((2, len(labellings)), np.nan)
    k = min(k, count - 1)
    groups = int(labellings.max()) + 1
    # One column for each label of each labelling: a product with it sums over the points that have that label.
    members = (labellings[:, None, :] == np.arange(groups)[None, :, None]).reshape(-1, count).T.astype(np.float64)
    sizes = np.bincount(labellings[0], minlength=groups)  # shuffling leaves them as they are
    accuracy, width = np.zeros(len(labellings)), np.zeros(len(labellings))
    for start in range(0, count, BLOCK):
        rows = np.arange(start, min(start + BLOCK, count))
        cosines = np.clip(unit[rows] @ unit.T, -1.0, 1.0)
        cosines[np.arange(len(rows)), rows] = 1.0  # a point is at no distance from itself
        own = labellings[:, rows]
        shape = (len(rows), len(labellings), groups)
        distances = ((1.0 - cosines) @ members).reshape(shape).transpose(1, 0, 2)
        width += _silhouettes(distances, own, sizes).sum(axis=1)
        cosines[np.arange(len(rows)), rows] = -np.inf  # nor is it its own neighbour
        agree = (_places(cosines, k) @ members).reshape(shape).transpose(1, 0, 2)  # (labelling, row, label)
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


def _silhouettes(distances: Array, own: Codes, sizes: npt.NDArray[np.intp]) -> Array:
    """The silhouette of each point, of summed distances to the points of each label.

    *Shape:* ``distances`` (labelling, row, label), ``own`` (labelling, row) -> (labelling, row)
    """
    own_size = sizes[own]
    inside = np.take_along_axis(distances, own[..., None], axis=2)[..., 0] / np.maximum(own_size - 1, 1)
    to_others = distances / sizes
    np.put_along_axis(to_others, own[..., None], np.inf, axis=2)
    outside = to_others.min(axis=2)
    widest = np.maximum(inside, outside)
    told = (own_size > 1) & (widest > SAME) & np.isfinite(widest)
    return np.where(told, (outside - inside) / np.where(told, widest, 1.0), 0.0)
