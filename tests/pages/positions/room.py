"""Helpers for the page tests of the room “Positions”."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from components.model.checkpoints.catalogue import DEFAULT_MODEL

BERT = DEFAULT_MODEL
FIRST = "The dog chased the cat, so the [MASK] ran away."
BLANK = 9
POSITION_MODES = {
    "Near and far": "Learned: neighbours have cosine similarity",
    "RoPE by hand": "Only the distance counts",
    "Does order matter?": "bits apart",
}
TABLES = "Near and far"
every_mode = pytest.mark.parametrize("how", POSITION_MODES)


def settings(app: AppTest) -> list[object]:
    return [*app.slider, *app.selectbox, *app.button_group]


def drawn_panels(app: AppTest) -> list[tuple[dict[str, object], dict[str, object]]]:
    """The settings and the header of every set of panels on the page."""
    actual = []
    for element in app.get("bidi_component"):
        payload = element.proto.bytes
        if payload:
            first = int.from_bytes(payload[:4], "little")
            rest = payload[4 + first :]
            second = int.from_bytes(rest[:4], "little")
            actual.append((json.loads(payload[4 : 4 + first]), json.loads(rest[4 : 4 + second])))
    return actual
