"""The request and helpers that tests of the senses room share."""

from typing import Any

from streamlit.testing.v1 import AppTest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import sense_presets
from components.senses.model.request import SensesRequest
from components.widgets.canvas import header_of

BANK = sense_presets()[0]
QUESTION = SensesRequest(
    DEFAULT_MODEL,
    BANK.forms,
    tuple(SentenceWithSense(sentence.sentence, sentence.sense) for sentence in BANK.sentences),
)


def ignore_progress(_: str) -> None:
    pass


def map_settings(app: AppTest) -> dict[str, Any]:
    """The settings of the only map on the page."""
    (payload,) = (element.proto.bytes for element in app.get("bidi_component") if element.proto.bytes)
    return header_of(payload)


def map_count(app: AppTest) -> int:
    return len([element for element in app.get("bidi_component") if element.proto.bytes])
