"""Every preset can be read by the bundled models, and its two words can be swapped."""

from typing import TYPE_CHECKING

import pytest

import cache.engine
import cache.positions
from components.positions.model.presets import POSITION_PRESETS, PositionPreset
from components.positions.model.results import Swap

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

POCKET = "pocket-bert"
every_preset = pytest.mark.parametrize("preset", POSITION_PRESETS, ids=lambda preset: preset.name)


def test_there_are_six_or_more_and_no_two_are_alike() -> None:
    assert len({preset.name for preset in POSITION_PRESETS}) == len(POSITION_PRESETS) >= 6
    assert len({preset.sentence for preset in POSITION_PRESETS}) == len(POSITION_PRESETS)


@every_preset
def test_a_preset_has_one_blank_and_two_words_to_swap(preset: PositionPreset, engine: "Engine") -> None:
    tokens = cache.engine.tokens(POCKET, preset.sentence)
    (blank,) = tokens.typed_masks
    texts = [token.text.lower() for token in tokens.items]
    first, other = (texts.index(word) for word in preset.swap)
    effect = cache.positions.order_effect(POCKET, preset.sentence, (), blank, Swap(first, other))
    assert effect.order[first] == other
    assert effect.order[other] == first
    assert preset.notice.endswith((".", "?"))
