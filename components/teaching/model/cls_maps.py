"""The vectors of [CLS] before and after a run in two dimensions."""

from collections.abc import Sequence

import numpy as np
import torch

from components.model.checkpoints.open_model import OpenModel
from components.teaching.model.classifier import INFERENCE_BATCH, Classifier, collate
from components.teaching.model.layer_analysis import Array, project_to_plane
from components.teaching.model.results import ClsMap, MapMethod, Point

PERPLEXITY, SEED = 30.0, 0
MINIMUM_POINTS = 8  # fewer have no neighbourhoods
_DIGITS = 3


@torch.no_grad()
def cls_vectors(model: Classifier, opened: OpenModel, token_ids: Sequence[Sequence[int]]) -> Array:
    """The vector of [CLS] after the last layer. *Shape:* (sentence, width)."""
    model.eval()
    vectors = []
    for start in range(0, len(token_ids), INFERENCE_BATCH):
        batch = collate(opened, token_ids[start : start + INFERENCE_BATCH])
        vectors.append(model.hidden_states(**batch)[-1][:, 0].cpu())
    return torch.cat(vectors).double().numpy()


def cls_map(before: Array, after: Array) -> ClsMap:
    """Both sets by t-SNE, placed together; by PCA where there are too few points.

    t-SNE is of van der Maaten and Hinton 2008. Vectors that are not finite are treated as 0.

    Args:
        before: *Shape:* (sentence, width)
        after: *Shape:* (sentence, width)
    """
    together = np.nan_to_num(np.concatenate([before, after]), nan=0.0, posinf=0.0, neginf=0.0).astype(np.float32)
    if len(together) < 2 * MINIMUM_POINTS or not together.std():
        return ClsMap(MapMethod.PCA, *project_to_plane(before, after))
    places = _tsne(together)
    return ClsMap(MapMethod.TSNE, _points(places[: len(before)]), _points(places[len(before) :]))


def _tsne(vectors: Array) -> Array:
    from sklearn.manifold import TSNE
    from threadpoolctl import threadpool_limits

    perplexity = min(PERPLEXITY, (len(vectors) - 1) / 3)
    with threadpool_limits(1):  # for so few points, threads that wait for each other take several times as long
        return np.asarray(TSNE(perplexity=perplexity, init="pca", random_state=SEED, n_jobs=1).fit_transform(vectors))


def _points(places: Array) -> tuple[Point, ...]:
    return tuple((round(float(x), _DIGITS), round(float(y), _DIGITS)) for x, y in places)
