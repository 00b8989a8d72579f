"""The stored predictions of a teacher and its student are what the bundled models predict now."""

from typing import Any

import pytest

import cache.distillation
import cache.engine
import cache.shared.passes
from cache.shipped.first_pair import first_machines, first_pair
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.widgets.canvas import header_of
from components.widgets.layer_building import layer_count

pytestmark = pytest.mark.usefixtures("engine")


def way_of(payload: bytes) -> dict[str, Any]:
    """What is drawn of the followed token."""
    way: dict[str, Any] = header_of(payload[4 + int.from_bytes(payload[:4], "little") :])["way"]
    return way


def test_the_first_pair_is_what_the_models_predict_now() -> None:
    stored, sentence = first_pair.read(), DISTILLATION_PRESETS[0].sentence
    live = cache.distillation.model_pair(REFERENCE, STUDENT, sentence, (), 0)
    assert stored.tokens == cache.engine.tokens(REFERENCE, sentence)
    assert stored.pair.shared == live.shared
    assert stored.pair.jsd == pytest.approx(live.jsd, abs=1e-3)
    assert {word.text: (word.first, word.second) for word in stored.pair.words} == {
        word.text: pytest.approx((word.first, word.second), abs=1e-3) for word in live.words
    }


def test_the_stored_passes_are_those_of_the_models_now() -> None:
    sentence = DISTILLATION_PRESETS[0].sentence
    for payload, model in zip(first_machines(), (REFERENCE, STUDENT), strict=True):
        traced = cache.shared.passes.traced_pass(model, sentence, ())
        header = header_of(payload)
        assert header["first"][1] == first_pair.read().pair.first.position
        assert layer_count(payload) == traced.facts.layers
        live = cache.shared.passes.way_payload(model, sentence, (), header["first"][1])
        assert {**header, "trace": ""} == {**header_of(live), "trace": ""}
        stored, now = way_of(payload), way_of(live)
        assert stored["words"] == now["words"]
        for weights, current in zip(stored["weights"], now["weights"], strict=True):
            assert weights == pytest.approx(current, abs=2e-3)
