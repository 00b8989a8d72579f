"""What the tests of the room of senses ask about."""

from typing import Any

from streamlit.testing.v1 import AppTest

from cache.senses import SensesRequest
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import LabelledSentence
from components.senses.model.presets import sense_presets
from components.widgets.canvas import header_of

BANK = sense_presets()[0]
QUESTION = SensesRequest(
    DEFAULT_MODEL,
    BANK.forms,
    tuple(LabelledSentence(one.sentence, one.sense) for one in BANK.sentences),
)


def quiet(_: str) -> None:
    pass


def map_settings(app: AppTest) -> dict[str, Any]:
    """How the one map on the page is to be drawn."""
    (payload,) = (element.proto.bytes for element in app.get("bidi_component") if element.proto.bytes)
    return header_of(payload)


def maps(app: AppTest) -> int:
    return len([element for element in app.get("bidi_component") if element.proto.bytes])
