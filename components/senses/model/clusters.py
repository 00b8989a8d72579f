"""Groups of points found without any labels, and an order of points that keeps like beside like.

Average linkage joins the two groups whose points have the smallest mean cosine distance, again and again; cutting the
tree it makes gives clusters, and its leaves from left to right the order of a matrix. Nothing in it is random. The
vectors are taken less their mean: with it all cosines are high, and the second of two clusters is one odd sentence.
"""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, leaves_list, linkage
from scipy.spatial.distance import squareform

from components.model.statistics.cosines import Array, Vectors, centre_rows, cosine_matrix
from components.senses.model.measures import silhouette

MINIMUM_CLUSTERS, MAXIMUM_CLUSTERS = 2, 6  # clusters, where nobody says how many
ORDERING_LIMIT = 200  # points: turning branches so that neighbours are alike takes too long for more
ClusterNumbers = npt.NDArray[np.intp]


def cluster_points(
    vectors: Vectors, count: int | None = None, sentences: Sequence[Hashable] | None = None
) -> ClusterNumbers:
    """A cluster number for each point, from 0, the largest cluster first.

    Args:
        vectors: *Shape:* (point, width).
        count: How many clusters at most; None takes the number from 2 to 6 with the best silhouette, or 1 where all
            points are the same.
        sentences: Which sentence each point is of, for that silhouette; left out, each is of its own.

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
    told = [found for found in cuts if found.max() > 0]
    if not told:
        return _cut(tree, 1)
    middle = centre_rows(vectors)
    return max(told, key=lambda found: silhouette(middle, found.tolist(), sentences))  # the fewest clusters of equals


def adjusted_rand_index(
    found: Sequence[int], senses: Sequence[str | None], sentences: Sequence[Hashable] | None = None
) -> float | None:
    """How far clusters are the senses that were given: the adjusted Rand index of the points that have one.

    Of several points of one sentence the first speaks for all: they share its words and its sense. 1 for the same
    grouping, 0 on average for a random one (Hubert and Arabie 1985, https://doi.org/10.1007/BF01908075). None where
    fewer than two senses were given.
    """
    from sklearn.metrics import adjusted_rand_score  # a second to import, and this alone needs it

    several = range(len(found)) if sentences is None else sentences
    first = {sentence: point for point, sentence in reversed(list(enumerate(several)))}
    told = [(found[point], senses[point]) for point in sorted(first.values()) if senses[point] is not None]
    if len({sense for _, sense in told}) < 2:
        return None
    return float(adjusted_rand_score([sense for _, sense in told], [cluster for cluster, _ in told]))


def dendrogram_order(vectors: Vectors) -> ClusterNumbers:
    """The points in the order of the tree's leaves; every cluster stands together.

    *Shape:* ``vectors`` (point, width) -> (point,)
    """
    if len(vectors) < 2:
        return np.arange(len(vectors))
    return np.asarray(leaves_list(_tree(vectors)), dtype=np.intp)


def _tree(vectors: Vectors) -> Array:
    # Rounded, since distances of equal vectors come out as anything around 0, and below it no tree can be made.
    distances = np.abs((1.0 - cosine_matrix(centre_rows(vectors))).round(12))
    np.fill_diagonal(distances, 0.0)
    tree: Array = linkage(
        squareform(distances, checks=False), method="average", optimal_ordering=len(vectors) <= ORDERING_LIMIT
    )
    return tree


def _cut(tree: Array, count: int) -> ClusterNumbers:
    found = fcluster(tree, count, criterion="maxclust")
    numbers, first, sizes = np.unique(found, return_index=True, return_counts=True)
    rank = np.empty(numbers.max() + 1, dtype=np.intp)
    rank[numbers[np.lexsort((first, -sizes))]] = np.arange(len(numbers))
    ranked: ClusterNumbers = rank[found]
    return ranked
