"""Labels of many sentences at once are those of each sentence by itself."""

import pytest

from cache.tasks import text_labels, text_reading
from components.tasks.model.specs import OPINION, TextPooling

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
