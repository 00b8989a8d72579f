"""Projections agree with scikit-learn, are aligned, and place new points without moving the others."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.decomposition import PCA
from sklearn.manifold import trustworthiness

from components.model.user_errors import UserError
from components.senses.model.procrustes import alignment_rotations, normalise, procrustes_rotation
from components.senses.model.projection import place_point, project
from components.senses.model.projection_results import (
    Projection,
    ProjectionMethod,
    ProjectionSettings,
    projection_arrays,
    projection_from_arrays,
)
from tests.components.senses.model.synthetic_senses import two_senses
from tests.examples import scaled

pytestmark = pytest.mark.thorough

QUICK = [ProjectionMethod.PCA, ProjectionMethod.TSNE]
EVERY = [*QUICK, ProjectionMethod.UMAP]


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def mean_movement(pictures: list[np.ndarray]) -> float:
    return float(np.mean(np.linalg.norm(np.diff(np.stack(pictures), axis=0), axis=-1)))


def assert_same(projection: Projection, other: Projection) -> None:
    assert projection.settings == other.settings
    ours, theirs = projection_arrays(projection), projection_arrays(other)
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        np.testing.assert_array_equal(array, theirs[name])


@pytest.mark.parametrize(("points", "width"), [(40, 64), (80, 16)])
def test_pca_is_that_of_scikit_learn_up_to_rotation(points: int, width: int) -> None:
    vectors = two_senses(points, width=width)
    projection = project(vectors, ProjectionSettings())
    assert projection.explained_variance_ratio is not None
    for layer in range(vectors.shape[1]):
        theirs = PCA(2).fit(unit(vectors[:, layer].astype(np.float64)))
        picture = normalise(theirs.transform(unit(vectors[:, layer].astype(np.float64))))
        ours = projection.points[layer].astype(np.float64)
        by = procrustes_rotation(picture, ours)
        np.testing.assert_allclose(by @ by.T, np.eye(2), atol=1e-9)
        np.testing.assert_allclose(picture @ by, ours, atol=1e-5)
        np.testing.assert_allclose(
            projection.explained_variance_ratio[layer], theirs.explained_variance_ratio_, atol=1e-6
        )


def test_lengths_of_vectors_do_not_matter() -> None:
    vectors = two_senses()
    longer = vectors * np.linspace(1, 9, len(vectors))[:, None, None]
    np.testing.assert_allclose(
        project(longer, ProjectionSettings()).points, project(vectors, ProjectionSettings()).points, atol=1e-5
    )


def test_a_rotated_or_mirrored_picture_is_rotated_back() -> None:
    rng = np.random.default_rng(1)
    picture, angle = normalise(rng.normal(size=(9, 2))), 2.2
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    pictures = [picture, picture @ rotation, picture @ rotation @ np.diag([1.0, -1.0])]
    for other, by in zip(pictures, alignment_rotations(pictures), strict=True):
        np.testing.assert_allclose(other @ by, picture, atol=1e-12)


def test_alignment_skips_a_picture_of_coinciding_points() -> None:
    picture = normalise(np.random.default_rng(1).normal(size=(9, 2)))
    pictures = [picture, np.zeros((9, 2)), picture[:, ::-1]]
    np.testing.assert_allclose(pictures[2] @ alignment_rotations(pictures)[2], picture, atol=1e-12)


def test_aligned_pca_moves_less_than_each_layer_alone() -> None:
    vectors = two_senses(layers=8)
    alone = [normalise(PCA(2).fit_transform(unit(vectors[:, layer]))) for layer in range(8)]
    projection = project(vectors, ProjectionSettings())
    assert mean_movement(list(projection.points)) < mean_movement(alone) * 0.9


def test_aligned_tsne_moves_less_than_each_layer_alone() -> None:
    vectors, chosen = two_senses(), ProjectionSettings(ProjectionMethod.TSNE)
    alone = [project(vectors[:, [layer]], chosen).points[0] for layer in range(vectors.shape[1])]
    assert mean_movement(list(project(vectors, chosen).points)) < mean_movement(alone) * 0.9


def test_umap_moves_less_than_each_layer_alone_and_is_as_trustworthy() -> None:
    vectors, chosen = two_senses(layers=6), ProjectionSettings(ProjectionMethod.UMAP)
    alone = [project(vectors[:, [layer]], chosen).points[0] for layer in range(6)]
    together = project(vectors, chosen)

    def trust(pictures: list[np.ndarray]) -> float:
        layers = [unit(vectors[:, layer]) for layer in range(6)]
        return float(np.mean([trustworthiness(a, b, n_neighbors=10) for a, b in zip(layers, pictures, strict=True)]))

    assert mean_movement(list(together.points)) < mean_movement(alone) * 0.9
    assert trust(list(together.points)) > trust(alone) - 0.02


@pytest.mark.parametrize("method", EVERY)
def test_senses_that_lie_apart_are_drawn_apart(method: ProjectionMethod) -> None:
    last = project(two_senses(), ProjectionSettings(method)).points[-1]
    even, odd = last[::2], last[1::2]
    gap = float(np.linalg.norm(even.mean(axis=0) - odd.mean(axis=0)))
    assert gap > 2 * max(float(even.std()), float(odd.std()))


@pytest.mark.parametrize("method", EVERY)
def test_a_copy_lies_on_its_point_and_nothing_moves(method: ProjectionMethod) -> None:
    vectors = two_senses()
    projection = project(vectors, ProjectionSettings(method))
    before = projection.points.copy()
    np.testing.assert_allclose(place_point(projection, vectors, vectors[7] * 3), projection.points[:, 7], atol=1e-4)
    np.testing.assert_array_equal(projection.points, before)


@pytest.mark.parametrize("method", EVERY)
def test_a_new_point_lands_among_those_of_its_sense(method: ProjectionMethod) -> None:
    everything = two_senses(42)
    vectors, new = everything[:40], everything[40]
    projection = project(vectors, ProjectionSettings(method))
    last = place_point(projection, vectors, new)[-1]
    to_even, to_odd = (np.linalg.norm(projection.points[-1, start::2].mean(axis=0) - last) for start in (0, 1))
    assert to_even < to_odd


@pytest.mark.parametrize("method", EVERY)
@pytest.mark.parametrize("points", [3, 4, 6])
@pytest.mark.parametrize("kind", ["random", "two points repeated", "constant", "on a line", "zeros"])
def test_few_and_degenerate_points_are_projected(method: ProjectionMethod, points: int, kind: str) -> None:
    random = np.random.default_rng(0).normal(size=(points, 3, 8))
    vectors = {
        "random": random,
        "two points repeated": random[np.arange(points) % 2],
        "constant": np.ones((points, 3, 8)),
        "on a line": 1 + np.arange(points)[:, None, None] * np.linspace(0, 1, 8) + np.zeros((points, 3, 8)),
        "zeros": np.zeros((points, 3, 8)),
    }[kind]
    projection = project(vectors, ProjectionSettings(method))
    assert projection.points.shape == (3, points, 2)
    assert np.isfinite(projection.points).all()
    assert np.isfinite(place_point(projection, vectors, random[0])).all()
    assert projection.settings.neighbours <= max(2, points - 1)
    assert ((projection.neighbourhood_preservation >= 0) & (projection.neighbourhood_preservation <= 1)).all()
    if kind in ("constant", "zeros"):
        assert not projection.points.any()


@settings(max_examples=scaled(40))
@given(st.integers(3, 12), st.integers(1, 4), st.integers(2, 20), st.integers(0, 99))
def test_every_picture_is_centred_with_radius_1(points: int, layers: int, width: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(points, layers, width))
    pictures = project(vectors, ProjectionSettings()).points
    np.testing.assert_allclose(pictures.mean(axis=1), 0, atol=1e-5)
    np.testing.assert_allclose(np.square(pictures).sum(axis=-1).mean(axis=-1), 1, rtol=1e-4)


@pytest.mark.parametrize("method", EVERY)
def test_the_same_seed_gives_the_same_picture(method: ProjectionMethod) -> None:
    vectors = two_senses(layers=2)
    assert_same(
        project(vectors, ProjectionSettings(method, seed=3)), project(vectors, ProjectionSettings(method, seed=3))
    )


@pytest.mark.parametrize("method", QUICK)
def test_a_projection_survives_a_file(method: ProjectionMethod) -> None:
    projection = project(two_senses(12, layers=2), ProjectionSettings(method, perplexity=5.0, seed=2))
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **projection_arrays(projection))
    file.seek(0)
    with np.load(file, allow_pickle=False) as opened:
        again = projection_from_arrays(opened)
    assert_same(again, projection)
    assert again.settings.method is method
    with pytest.raises(ValueError, match="read-only"):
        again.points[0] = 0


def test_neighbourhoods_are_fully_preserved_if_the_data_is_planar() -> None:
    angles = np.random.default_rng(0).uniform(0, 2, size=30)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=-1)[:, None]
    assert project(circle, ProjectionSettings()).neighbourhood_preservation == pytest.approx(1)
    # Of points that have nothing in common a plane keeps few neighbours, though more than chance would (10 of 199).
    noise = np.random.default_rng(0).normal(size=(200, 1, 60))
    assert 10 / 199 < float(project(noise, ProjectionSettings()).neighbourhood_preservation[0]) < 0.3


def test_progress_is_reported_for_every_layer() -> None:
    progress: list[tuple[int, int]] = []
    project(two_senses(layers=3), ProjectionSettings(), on_progress=lambda done, of: progress.append((done, of)))
    assert progress == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("points", [0, 1, 2])
def test_fewer_than_three_points_are_an_error(points: int) -> None:
    with pytest.raises(UserError, match="at least 3 points"):
        project(np.ones((points, 2, 4)), ProjectionSettings())


@pytest.mark.parametrize("vectors", [np.ones((4, 4)), np.full((4, 2, 4), np.nan), np.ones((4, 2, 1))])
def test_invalid_vectors_are_an_error(vectors: np.ndarray) -> None:
    with pytest.raises(ValueError, match="finite vectors"):
        project(vectors, ProjectionSettings())


@pytest.mark.parametrize("shape", [(3, 32), (4, 31)])
def test_a_new_point_of_another_shape_is_an_error(shape: tuple[int, int]) -> None:
    vectors = two_senses(layers=4)
    with pytest.raises(ValueError, match="expected"):
        place_point(project(vectors, ProjectionSettings()), vectors, np.ones(shape))


@pytest.mark.parametrize(
    "wrong",
    [{"neighbours": 1}, {"neighbours": 201}, {"minimum_distance": 1.0}, {"perplexity": float("nan")}, {"seed": -1}],
)
def test_settings_out_of_range_are_an_error(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="from"):
        ProjectionSettings(**wrong)
