"""What canvas widgets have in common: one value of bytes in, the whole state out.

Streamlit hands bytes to a component untouched only when they are all there is. So settings go in front of what a table
module made: a length, JSON, then the payload, which begins with a length and a JSON header of its own. How the browser
answers, once each time, is in ``canvas_widget.js``; the other scripts here are what more than one widget draws or says.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeGuard

_LENGTH = 4  # bytes of a length, little-endian, as in the tables of bytes that rooms make


def with_settings(settings: Mapping[str, Any], payload: bytes) -> bytes:
    """Settings and payload as one value; the same ones give the same bytes."""
    text = json.dumps(settings, separators=(",", ":")).encode("ascii")
    return b"".join((len(text).to_bytes(_LENGTH, "little"), text, payload))


def header_of(payload: bytes) -> dict[str, Any]:
    """The JSON header that a payload begins with."""
    length = int.from_bytes(payload[:_LENGTH], "little")
    header: dict[str, Any] = json.loads(payload[_LENGTH : _LENGTH + length])
    return header


def is_index(value: object, count: int) -> TypeGuard[int]:
    """Whether a value from the browser is one of ``count`` indices."""
    # `type` and not isinstance: True is an int to isinstance.
    return type(value) is int and 0 <= value < count
