"""Helpers for the page tests of the room “Attention masks”."""

import json

from streamlit.testing.v1 import AppTest

from components.masks.model.presets import PROOF_PRESETS

BANK = PROOF_PRESETS[0]
MASK_MODES = ("Side by side", "The proof", "Encoder against decoder")


def drawn_grids(app: AppTest) -> list[dict[str, object]]:
    """The settings and the header of every pair of grids on the page."""
    actual = []
    for element in app.get("bidi_component"):
        payload, index, read = element.proto.bytes, 0, []
        while payload and len(read) < 2:
            length = int.from_bytes(payload[index : index + 4], "little")
            read.append(json.loads(payload[index + 4 : index + 4 + length]))
            index += 4 + length
        if read and "grids" in read[-1]:
            actual.append({**read[0], **read[1]})
    return actual
