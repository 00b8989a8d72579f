"""The pictures that ship are those of the sentences that ship, and as many as there are words."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cache.senses import (
    SensesRequest,
    cluster_points,
    encode_map,
    place_point,
    project,
    summarise_clusters,
    word_vectors,
)
from cache.shipped.sense_pictures import FOLDER, first_sense_map, shipped_projections
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import LabelledSentence
from components.senses.model.presets import SensePreset, sense_presets
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings
from components.senses.model.results import point_senses

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

PRESETS = sense_presets()
every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.word)


def asked(preset: SensePreset) -> SensesRequest:
    sentences = tuple(LabelledSentence(one.sentence, one.sense) for one in preset.sentences)
    return SensesRequest(DEFAULT_MODEL, preset.forms, sentences)


def quiet(_: str) -> None:
    pass


@every_preset
def test_every_word_ships_with_a_picture_of_its_very_sentences(preset: SensePreset) -> None:
    drawn = shipped_projections().get((asked(preset).key, ProjectionSettings(ProjectionMethod.UMAP)))
    assert drawn is not None, "run python -m cache.shipped.sense_pictures"
    assert drawn.points.shape == (7, len(preset.sentences), 2)
    assert np.isfinite(drawn.points).all()
    assert drawn.movement.max() < 1.5  # of the picture's radius: points move and do not jump


def test_no_picture_ships_of_anything_else() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.npz")) == sorted(preset.word for preset in PRESETS)


def test_labels_are_no_part_of_the_question() -> None:
    one = asked(PRESETS[0])
    other = SensesRequest(one.model_id, one.forms, tuple(LabelledSentence(s.sentence, None) for s in one.sentences))
    assert one.key == other.key
    assert one.key != SensesRequest(one.model_id, one.forms[:1], one.sentences).key
    assert one.key != SensesRequest("another", one.forms, one.sentences).key


def test_the_first_map_is_what_the_model_draws_now(engine: "Engine") -> None:
    question = asked(PRESETS[0])
    found = word_vectors(question, quiet)
    labels = tuple(sense or "" for sense in point_senses(found.points, question.sentences))
    now, shipped = encode_map(project(question, ProjectionSettings(), quiet).points, found, labels), first_sense_map()
    heads, places = [], []
    for payload in (now, shipped):
        length = int.from_bytes(payload[:4], "little")
        heads.append({**json.loads(payload[4 : 4 + length]), "map": ""})
        places.append(np.frombuffer(payload, np.uint16, offset=4 + length).reshape(7, -1, 2).astype(float))
    assert heads[0] == heads[1]
    assert np.abs(places[0][-1] - places[1][-1]).mean() < 0.02 * 65_535


def test_a_copy_of_a_sentence_lands_on_it_and_groups_are_numbered_by_size(engine: "Engine") -> None:
    question = asked(PRESETS[0])
    found, drawn = word_vectors(question, quiet), project(question, ProjectionSettings(), quiet)
    np.testing.assert_allclose(
        place_point(question, ProjectionSettings(), found.vectors[7]), drawn.points[:, 7], atol=1e-4
    )
    of = cluster_points(question, 4, 3)
    sizes = [of.count(number) for number in range(max(of) + 1)]
    assert sizes == sorted(sizes, reverse=True)
    together = summarise_clusters(question, 4, 3)
    assert together.clusters == of
    assert sorted(together.order) == list(range(len(of)))
    np.testing.assert_allclose(np.diag(together.cosines), 1, atol=1e-5)
