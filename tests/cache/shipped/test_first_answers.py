"""What ships with the app is what the bundled model says."""

import dataclasses
import math
from typing import TYPE_CHECKING

import pytest

import cache.shared.blanks
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS, Preset
from components.model.results import Predictions

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

every_preset = pytest.mark.parametrize("preset", FILL_PRESETS, ids=lambda preset: preset.name)


def _shipped(preset: Preset) -> Predictions:
    shipped = cache.shipped.first_answers.precomputed_predictions(DEFAULT_MODEL, preset.sentence)
    assert shipped is not None, "run python -m cache.shipped.first_answers"
    return shipped


def test_there_are_six_presets_or_more_and_no_two_are_alike() -> None:
    assert len({preset.sentence for preset in FILL_PRESETS}) == len(FILL_PRESETS) >= 6
    assert len({preset.name for preset in FILL_PRESETS}) == len(FILL_PRESETS)


@every_preset
def test_every_preset_ships_with_candidates(preset: Preset) -> None:
    shipped = _shipped(preset)
    assert shipped.tokens.sentence == preset.sentence
    assert [mask.position for mask in shipped.masks] == list(shipped.tokens.typed_masks)
    assert shipped.masks
    for mask in shipped.masks:
        probabilities = [candidate.probability for candidate in mask.candidates]
        assert len(probabilities) == 50
        assert probabilities == sorted(probabilities, reverse=True)
        assert 0 < sum(probabilities) <= 1 + 1e-4
        assert mask.hidden is None
        assert math.isfinite(mask.entropy)


@every_preset
def test_what_ships_is_what_the_model_computes_now(preset: Preset, engine: "Engine") -> None:
    shipped, live = _shipped(preset), cache.shared.blanks.predictions(DEFAULT_MODEL, preset.sentence)
    assert shipped.tokens == live.tokens
    for old, new in zip(shipped.masks, live.masks, strict=True):
        for was, now in zip(old.candidates[:3], new.candidates[:3], strict=True):
            assert (was.text, was.continues) == (now.text, now.continues)
            assert was.probability == pytest.approx(now.probability, abs=1e-3)
        assert old.entropy == pytest.approx(new.entropy, abs=1e-2)
    assert shipped.conditions.model_id == live.conditions.model_id
    assert shipped.conditions.precision == live.conditions.precision


@pytest.mark.parametrize("sentence", ["", "a sentence nobody wrote", FILL_PRESETS[0].sentence + " "])
def test_other_sentences_do_not_ship(sentence: str) -> None:
    assert cache.shipped.first_answers.precomputed_predictions(DEFAULT_MODEL, sentence) is None


@pytest.mark.parametrize("model_id", ["bert-base-uncased", "../../etc/passwd", ""])
def test_another_model_is_never_given_the_figures_of_this_one(model_id: str) -> None:
    assert cache.shipped.first_answers.precomputed_predictions(model_id, FILL_PRESETS[0].sentence) is None


def test_nobody_can_change_what_the_next_visitor_sees() -> None:
    shipped = _shipped(FILL_PRESETS[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        shipped.masks = ()  # type: ignore[misc]
    assert _shipped(FILL_PRESETS[0]).masks
