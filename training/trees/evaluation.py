"""The share of right arcs (UUAS) of probes on held-out sentences, with bootstrap intervals over sentences."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.model.statistics.bootstrap import Interval, interval, resample_indices
from components.probing.model.parsed_sentences import heads_to_arcs
from components.probing.model.structural_probe import minimum_spanning_tree, squared_distances
from components.probing.model.tree_results import LayerAccuracies, neighbour_arcs
from training.trees.fitting import Floats32
from training.trees.treebank import SentenceVectors

Counts = npt.NDArray[np.int64]


def right_arcs(maps: Sequence[Floats32], sentences: Sequence[SentenceVectors]) -> Counts:
    """How many arcs of each sentence's tree are right. *Shape:* (sentence, layer + 1)."""
    counts = np.zeros((len(sentences), len(maps)), dtype=np.int64)
    for row, each in enumerate(sentences):
        gold = heads_to_arcs(each.heads)
        for layer, structural_map in enumerate(maps):
            distances = squared_distances(each.vectors[layer].astype(np.float32), structural_map)
            counts[row, layer] = len(gold.intersection(minimum_spanning_tree(distances)))
    return counts


def right_neighbours(sentences: Sequence[SentenceVectors]) -> Counts:
    """How many arcs are right if every word is joined to the next. *Shape:* (sentence,)."""
    return np.array([len(heads_to_arcs(each.heads) & neighbour_arcs(range(len(each.heads)))) for each in sentences])


def arc_counts(sentences: Sequence[SentenceVectors]) -> Counts:
    """The number of arcs of each tree. *Shape:* (sentence,)."""
    return np.array([len(each.heads) - 1 for each in sentences])


def share_interval(right: Counts, arcs: Counts) -> Interval:
    """The share of right arcs over all sentences; ``right`` may also be a difference. *Shape:* (sentence,) each."""
    indices = resample_indices(len(arcs))
    resampled = right[indices].sum(axis=1) / arcs[indices].sum(axis=1)
    return interval(float(right.sum() / arcs.sum()), resampled)


def layer_accuracies(right: Counts, sentences: Sequence[SentenceVectors]) -> LayerAccuracies:
    """The accuracies of all layers. ``right`` is that of :func:`right_arcs`."""
    arcs, neighbours = arc_counts(sentences), right_neighbours(sentences)
    return LayerAccuracies(
        accuracy=tuple(share_interval(counts, arcs) for counts in right.T),
        margin=tuple(share_interval(counts - neighbours, arcs) for counts in right.T),
    )
