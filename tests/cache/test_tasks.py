"""The examples of the room show what they say."""

import pytest

from cache.shared.heads import text_reading
from cache.tasks import span_reading
from components.model.heads.specs import SUBJECT, TextPooling
from components.tasks.model.gold import passages
from components.tasks.model.presets import QUESTION, TASK_PRESETS
from components.tasks.model.span_results import MAX_ANSWER_LENGTH

pytestmark = pytest.mark.usefixtures("engine")


def test_the_examples_show_what_their_names_say() -> None:
    text = next(dict(preset.settings)["text"] for preset in TASK_PRESETS if preset.name == "Two topics, or none?")
    assert (text_reading(SUBJECT, text).with_pooling(TextPooling.CLS).probabilities > 0.5).sum() == 2
    answer = span_reading(QUESTION, passages()[0].text, MAX_ANSWER_LENGTH, lambda _: None)
    assert answer.margin > 0  # the head prefers it to “no answer” by itself
