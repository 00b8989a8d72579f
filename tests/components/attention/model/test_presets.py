"""Every preset can be read by the bundled model and does what its place in the room needs."""

from typing import TYPE_CHECKING

import pytest

import cache.engine
import cache.shared.traces
from components.attention.model.comparison import align_tokens
from components.attention.model.presets import ATTENTION_PRESETS, AttentionPreset
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import LONG_PARAGRAPH

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

every_preset = pytest.mark.parametrize("preset", ATTENTION_PRESETS, ids=lambda preset: preset.name)


def test_every_phenomenon_asked_for_is_there_once() -> None:
    names = [preset.name for preset in ATTENTION_PRESETS]
    assert len(set(names)) == len(names)
    assert {
        "Bank",
        "Pronoun",
        "Agreement",
        "Negation",
        "Question and answer",
        "Long paragraph",
    } <= set(names)
    assert len({preset.sentence for preset in ATTENTION_PRESETS}) == len(names)


@every_preset
def test_a_preset_is_a_sentence_a_pair_or_one_beside_another(preset: AttentionPreset) -> None:
    assert preset.second is None or preset.other is None
    assert preset.notice.endswith((".", "?"))
    assert "look" in preset.notice.lower()


@every_preset
def test_a_preset_is_read_as_one_sentence_or_as_a_pair(preset: AttentionPreset, engine: "Engine") -> None:
    preset_trace = cache.shared.traces.trace(DEFAULT_MODEL, preset.sentence, preset.second or "")
    assert (preset_trace.tokens.second is None) == (preset.second is None)


@pytest.mark.parametrize("preset", [preset for preset in ATTENTION_PRESETS if preset.other], ids=lambda p: p.name)
def test_minimal_pairs_differ_in_a_word_or_two_and_correspond_throughout(
    preset: AttentionPreset, engine: "Engine"
) -> None:
    first, second = (cache.engine.tokens(DEFAULT_MODEL, text) for text in (preset.sentence, preset.other or ""))
    pairs = align_tokens(first, second)
    assert len(pairs) == len(first) == len(second)
    assert 1 <= sum(first.ids[a] != second.ids[b] for a, b in pairs) <= 2


def test_the_long_paragraph_has_three_hundred_pieces_and_room_to_spare(engine: "Engine") -> None:
    assert 300 <= len(cache.engine.tokens(DEFAULT_MODEL, LONG_PARAGRAPH)) <= 480
    assert LONG_PARAGRAPH.count("bank") > 8
