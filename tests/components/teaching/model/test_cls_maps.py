"""The map of [CLS]: every sentence has a place, whatever the vectors are."""

import numpy as np
import pytest

from components.teaching.model.cls_maps import MINIMUM_POINTS, cls_map
from components.teaching.model.results import MapMethod


@pytest.mark.slow
def test_two_clouds_stay_apart() -> None:
    rng = np.random.default_rng(0)
    before = rng.normal(size=(40, 8))
    after = before + np.where(np.arange(40)[:, None] < 20, 20.0, -20.0)
    drawn = cls_map(before, after)
    assert drawn.projection is MapMethod.TSNE
    assert len(drawn.before) == len(drawn.after) == 40
    places = np.array(drawn.after)
    first, second = places[:20].mean(axis=0), places[20:].mean(axis=0)
    assert np.linalg.norm(first - second) > max(places[:20].std(), places[20:].std())


@pytest.mark.parametrize(
    "vectors", [np.zeros((MINIMUM_POINTS * 2, 4)), np.full((MINIMUM_POINTS, 4), np.nan), np.eye(3)]
)
def test_vectors_without_neighbourhoods_are_drawn_by_pca(vectors: np.ndarray) -> None:
    drawn = cls_map(vectors, vectors)
    assert drawn.projection is MapMethod.PCA
    assert np.isfinite(drawn.before).all()
