"""Cached results about senses, and the shipped projections of the preset sentences."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from cache.senses import place_point, project, word_vectors
from cache.shipped.sense_pictures import FOLDER, shipped_projections
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import SensePreset, sense_presets
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings
from components.senses.model.request import SensesRequest

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

PRESETS = sense_presets()
every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.word)


def preset_request(preset: SensePreset) -> SensesRequest:
    sentences = tuple(SentenceWithSense(sentence.sentence, sentence.sense) for sentence in preset.sentences)
    return SensesRequest(DEFAULT_MODEL, preset.forms, sentences)


def ignore_progress(_: str) -> None:
    pass


@every_preset
def test_every_preset_ships_with_a_projection_of_its_sentences(preset: SensePreset) -> None:
    projection = shipped_projections().get((preset_request(preset).key, ProjectionSettings(ProjectionMethod.UMAP)))
    assert projection is not None, "run python -m cache.shipped.sense_pictures"
    assert projection.points.shape == (7, len(preset.sentences), 2)
    assert np.isfinite(projection.points).all()
    steps = np.linalg.norm(np.diff(projection.points, axis=0), axis=-1).mean(axis=-1)
    assert steps.max() < 1.5  # of the picture's radius: points move and do not jump


def test_no_other_projection_ships() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.npz")) == sorted(preset.word for preset in PRESETS)


def test_the_key_of_a_request_does_not_depend_on_labels() -> None:
    request = preset_request(PRESETS[0])
    other = SensesRequest(
        request.model_id, request.forms, tuple(SentenceWithSense(s.sentence, None) for s in request.sentences)
    )
    assert request.key == other.key
    assert request.key != SensesRequest(request.model_id, request.forms[:1], request.sentences).key
    assert request.key != SensesRequest("another", request.forms, request.sentences).key


def test_a_copied_sentence_is_placed_on_the_original(engine: "Engine") -> None:
    request = preset_request(PRESETS[0])
    vectors, projection = (
        word_vectors(request, ignore_progress),
        project(request, ProjectionSettings(), ignore_progress),
    )
    np.testing.assert_allclose(
        place_point(request, ProjectionSettings(), vectors.vectors[7]), projection.points[:, 7], atol=1e-4
    )
