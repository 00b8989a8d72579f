"""Hierarchical clustering of points without labels, and the order of the dendrogram's leaves.

Average linkage repeatedly merges the two groups with the smallest mean cosine distance. Cutting the tree gives
clusters; its leaves from left to right give the order of the rows of a matrix. The result is deterministic. The mean
vector is subtracted first: otherwise all cosines are high, and the second of two clusters is one unusual sentence.
"""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, leaves_list, linkage
from scipy.spatial.distance import squareform

from components.model.statistics.cosines import Array, Vectors, centre_rows, cosine_matrix
from components.senses.model.measures import silhouette

MINIMUM_CLUSTERS, MAXIMUM_CLUSTERS = 2, 6  # when the number of clusters is chosen by silhouette
ORDERING_LIMIT = 200  # points: optimal leaf ordering takes too long for more
ClusterNumbers = npt.NDArray[np.intp]


def cluster_points(
    vectors: Vectors, count: int | None = None, sentences: Sequence[Hashable] | None = None
) -> ClusterNumbers:
    """The cluster number of each point, from 0, the largest cluster first.

    Args:
        vectors: *Shape:* (point, width).
        count: Maximum number of clusters; None chooses the number from 2 to 6 with the best silhouette, or 1 if all
            points are equal.
        sentences: The sentence of each point, for the silhouette; by default each point has its own.

    Raises:
        ValueError: ``count`` is below 1.
    """
    if count is not None and count < 1:
        raise ValueError(f"expected at least one cluster, got {count}")
    if len(vectors) < 2:
        return np.zeros(len(vectors), dtype=np.intp)
    tree = _tree(vectors)
    if count is not None:
        return _cut(tree, count)
    cuts = [_cut(tree, number) for number in range(MINIMUM_CLUSTERS, min(MAXIMUM_CLUSTERS, len(vectors) - 1) + 1)]
    non_trivial = [labels for labels in cuts if labels.max() > 0]
    if not non_trivial:
        return _cut(tree, 1)
    centred_vectors = centre_rows(vectors)
    # Of equal values ``max`` takes the first, which has the fewest clusters.
    return max(non_trivial, key=lambda labels: silhouette(centred_vectors, labels.tolist(), sentences))


def adjusted_rand_index(
    clusters: Sequence[int], senses: Sequence[str | None], sentences: Sequence[Hashable] | None = None
) -> float | None:
    """The adjusted Rand index between clusters and senses, over the points that have a sense.

    Only the first point of each sentence counts, because points of one sentence share its words and its sense. 1 means
    the same grouping, 0 is the average of random ones (Hubert and Arabie 1985, https://doi.org/10.1007/BF01908075).
    None if there are fewer than two senses.
    """
    from sklearn.metrics import adjusted_rand_score  # takes a second to import and is needed only here

    sentence_ids = range(len(clusters)) if sentences is None else sentences
    first_points = {sentence: point for point, sentence in reversed(list(enumerate(sentence_ids)))}
    labelled = [
        (clusters[point], senses[point]) for point in sorted(first_points.values()) if senses[point] is not None
    ]
    if len({sense for _, sense in labelled}) < 2:
        return None
    return float(adjusted_rand_score([sense for _, sense in labelled], [cluster for cluster, _ in labelled]))


def dendrogram_order(vectors: Vectors) -> ClusterNumbers:
    """Indices of the points in the order of the dendrogram's leaves, which keeps every cluster together.

    *Shape:* ``vectors`` (point, width) -> (point,)
    """
    if len(vectors) < 2:
        return np.arange(len(vectors))
    return np.asarray(leaves_list(_tree(vectors)), dtype=np.intp)


def _tree(vectors: Vectors) -> Array:
    # Rounded because distances of equal vectors may come out slightly negative, which linkage rejects.
    distances = np.abs((1.0 - cosine_matrix(centre_rows(vectors))).round(12))
    np.fill_diagonal(distances, 0.0)
    tree: Array = linkage(
        squareform(distances, checks=False), method="average", optimal_ordering=len(vectors) <= ORDERING_LIMIT
    )
    return tree


def _cut(tree: Array, count: int) -> ClusterNumbers:
    labels = fcluster(tree, count, criterion="maxclust")
    numbers, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    rank = np.empty(numbers.max() + 1, dtype=np.intp)
    rank[numbers[np.lexsort((first, -sizes))]] = np.arange(len(numbers))
    ranked: ClusterNumbers = rank[labels]
    return ranked
