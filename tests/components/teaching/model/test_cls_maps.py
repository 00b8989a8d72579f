"""Maps of [CLS]: every projection places every sentence, whatever the vectors are."""

import numpy as np
import pytest

from components.teaching.model.cls_maps import MINIMUM_POINTS, cls_maps
from components.teaching.model.results import MapMethod


@pytest.mark.slow
def test_two_clouds_stay_apart_in_every_projection() -> None:
    rng = np.random.default_rng(0)
    before = rng.normal(size=(40, 8))
    after = before + np.where(np.arange(40)[:, None] < 20, 20.0, -20.0)
    maps = cls_maps(before, after)
    assert [each.projection for each in maps] == list(MapMethod)
    for each in maps:
        assert len(each.before) == len(each.after) == 40
        places = np.array(each.after)
        first, second = places[:20].mean(axis=0), places[20:].mean(axis=0)
        spread = max(places[:20].std(), places[20:].std())
        assert np.linalg.norm(first - second) > spread


@pytest.mark.parametrize(
    "vectors", [np.zeros((MINIMUM_POINTS * 2, 4)), np.full((MINIMUM_POINTS, 4), np.nan), np.eye(3)]
)
def test_vectors_without_neighbourhoods_are_drawn_by_pca_alone(vectors: np.ndarray) -> None:
    (only,) = cls_maps(vectors, vectors)
    assert only.projection is MapMethod.PCA
    assert np.isfinite(only.before).all()
