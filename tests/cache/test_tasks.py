"""Labels of many sentences at once are those of each sentence by itself."""

import pytest

from cache.tasks import span_reading, text_labels, text_reading
from components.tasks.model.gold import passages
from components.tasks.model.presets import QUESTION, TASK_PRESETS
from components.tasks.model.span_results import MAX_ANSWER_LENGTH
from components.tasks.model.specs import OPINION, SUBJECT, TextPooling

pytestmark = pytest.mark.usefixtures("engine")
TEXTS = ("This film was great", "A dull and stupid story.", "I would not see it again", "x")


@pytest.mark.parametrize("pooling", [TextPooling.CLS, TextPooling.MEAN])
def test_a_batch_gives_each_sentence_its_own_label(pooling: TextPooling) -> None:
    labels = text_labels(OPINION, TEXTS, pooling)
    readings = [text_reading(OPINION, text) for text in TEXTS]
    assert labels == tuple(reading.spec.labels[reading.with_pooling(pooling).best] for reading in readings)
    assert {"positive", "negative"} == set(labels)


def test_what_cannot_be_read_has_no_label() -> None:
    labels = text_labels(OPINION, ("This film was great", "word " * 20_000, "This film was great"))
    assert labels == ("positive", "", "positive")
    assert text_labels(OPINION, ()) == ()


def test_the_examples_show_what_their_names_say() -> None:
    text = next(dict(preset.settings)["text"] for preset in TASK_PRESETS if preset.name == "Two topics, or none?")
    assert (text_reading(SUBJECT, text).with_pooling(TextPooling.CLS).probabilities > 0.5).sum() == 2
    answer = span_reading(QUESTION, passages()[0].text, MAX_ANSWER_LENGTH, lambda _: None)
    assert answer.margin > 0  # the head prefers it to “no answer” by itself
