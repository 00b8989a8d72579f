"""Shared by canvas widgets: one bytes value in, the whole state out.

Streamlit passes bytes to a component unchanged only if they are the whole value. So settings are put in front of a
table module's payload: a length, JSON, then the payload, which begins with a length and a JSON header of its own. The
browser's side is ``canvas_widget.js``, and ``canvas_widget.css`` stands in front of every widget's style sheet; the
other scripts here draw or write what more than one widget has.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

CANVAS_STYLE = Path(__file__).with_name("canvas_widget.css")
STAGE_STYLE = Path(__file__).with_name("stage.css")  # of pictures of HTML or SVG, with a bar of controls and a key
_LENGTH = 4  # bytes of a length, little-endian, as in the tables of bytes that rooms make


def with_settings(settings: Mapping[str, Any], payload: bytes) -> bytes:
    """Settings and payload as one bytes value; equal inputs give equal bytes."""
    text = json.dumps(settings, separators=(",", ":")).encode("ascii")
    return b"".join((len(text).to_bytes(_LENGTH, "little"), text, payload))


def header_of(payload: bytes) -> dict[str, Any]:
    """The JSON header at the start of a payload."""
    length = int.from_bytes(payload[:_LENGTH], "little")
    header: dict[str, Any] = json.loads(payload[_LENGTH : _LENGTH + length])
    return header


def is_index(value: object, count: int) -> TypeGuard[int]:
    """Whether a value from the browser is one of ``count`` indices."""
    # `type` and not isinstance: True is an int to isinstance.
    return type(value) is int and 0 <= value < count
