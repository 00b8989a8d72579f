"""The stored predictions of a teacher and its student are what the bundled models predict now."""

import pytest

import cache.blanks
import cache.engine
from cache.shipped.first_pair import first_pair
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.catalogue import REFERENCE, STUDENT

pytestmark = pytest.mark.usefixtures("engine")


def test_the_first_pair_is_what_the_models_predict_now() -> None:
    stored, sentence = first_pair(), DISTILLATION_PRESETS[0].sentence
    live = cache.blanks.model_pair(REFERENCE, STUDENT, sentence, (), 0)
    assert stored.tokens == cache.engine.tokens(REFERENCE, sentence)
    assert stored.pair.shared == live.shared
    assert stored.pair.jsd == pytest.approx(live.jsd, abs=1e-3)
    assert {word.text: (word.first, word.second) for word in stored.pair.words} == {
        word.text: pytest.approx((word.first, word.second), abs=1e-3) for word in live.words
    }
