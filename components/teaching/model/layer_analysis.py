"""How fine-tuning changed each layer: its weights, and the vectors of sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.statistics.kernels import centred_kernel, kernel_alignment
from components.teaching.model.classifier import INFERENCE_BATCH, Classifier, collate, encoder_layers
from components.teaching.model.results import LayerChange, Point, VectorSpread

Array = npt.NDArray[np.float64]
Weights = Mapping[str, torch.Tensor]


def weights_by_layer(model: Classifier) -> list[Weights]:
    """The weights of the embeddings and of each layer, in a list of layer + 1 entries."""
    base: Any = model.language_model.base_model
    return [dict(part.named_parameters()) for part in (base.embeddings, *encoder_layers(model.language_model))]


@torch.no_grad()
def vectors_by_layer(model: Classifier, opened: OpenModel, token_ids: Sequence[Sequence[int]]) -> Array:
    """Pooled vectors of each layer, without the pooler. *Shape:* (layer + 1, sentence, width)."""
    model.eval()
    vectors = []
    for start in range(0, len(token_ids), INFERENCE_BATCH):
        batch = collate(opened, token_ids[start : start + INFERENCE_BATCH])
        states = model.hidden_states(**batch)
        vectors.append(torch.stack([model.pool(state, batch["attention_mask"]) for state in states]).cpu())
    return torch.cat(vectors, dim=1).double().numpy()


def compare_layers(
    before: Sequence[Weights], after: Sequence[Weights], vectors_before: Array, vectors_after: Array
) -> tuple[LayerChange, ...]:
    """Compare each layer's weights and vectors before and after a run.

    Args:
        before: Weights before the run, from :func:`weights_by_layer`.
        after: Weights after the run.
        vectors_before: Vectors before the run, from :func:`vectors_by_layer`.
        vectors_after: Vectors after the run.
    """
    return tuple(
        LayerChange(
            layer,
            relative_change(before[layer], after[layer]),
            _vector_cka(vectors_before[layer], vectors_after[layer]),
        )
        for layer in range(len(before))
    )


def project_to_plane(*sets: Array) -> list[tuple[Point, ...]]:
    """Project several sets of vectors onto their two first principal components (PCA of all sets together).

    *Shape:* each (point, width) -> (point, 2). Vectors that are not finite are treated as 0.
    """
    finite = [_zero_if_not_finite(each) for each in sets]
    together = np.concatenate(finite)
    mean = together.mean(axis=0)
    _, _, directions = np.linalg.svd(together - mean, full_matrices=False)
    return [tuple((float(x), float(y)) for x, y in ((each - mean) @ directions[:2].T).round(4)) for each in finite]


def measure_spread(vectors: Array, labels: Sequence[int]) -> VectorSpread:
    """The spread of vectors in all dimensions, and the share of it that their labels explain.

    The share is the variance of the labels' means over the total variance (the squared correlation ratio). Vectors
    that are not finite are treated as 0. *Shape:* (sentence, width).
    """
    centred = _zero_if_not_finite(vectors) - _zero_if_not_finite(vectors).mean(axis=0)
    whole = float((centred**2).sum())
    groups = [centred[np.array(labels) == label] for label in set(labels)]
    between = float(sum(len(group) * (group.mean(axis=0) ** 2).sum() for group in groups))
    return VectorSpread(round((whole / len(centred)) ** 0.5, 6), round(between / whole, 6) if whole else 0.0)


def _zero_if_not_finite(vectors: Array) -> Array:
    return np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, 0.0)


@torch.no_grad()
def relative_change(before: Weights, after: Weights) -> float:
    """The norm of the change of a layer's weights, as a share of their norm before."""
    length = float(sum(float(weights.norm()) ** 2 for weights in before.values()) ** 0.5)
    distance = float(sum(float((after[name] - weights).norm()) ** 2 for name, weights in before.items()) ** 0.5)
    return distance / length


def _vector_cka(before: Array, after: Array) -> float:
    if not np.isfinite(after).all():
        return 0.0
    return kernel_alignment(centred_kernel(before), centred_kernel(after))
