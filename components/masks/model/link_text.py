"""A mask drawn by hand as a short text that a link can hold, and back.

One bit a cell, row by row, in the 64 letters that a link may have (RFC 4648, section 5): twelve tokens take 24 letters.
How many tokens there are is not in it: the sentence stands in the same link.
"""

import base64
import re

import numpy as np

from components.model.inference.attention_mask import Allowed, CustomMask, custom_mask

_LETTERS = re.compile(r"[A-Za-z0-9_-]*")


def encode_mask(allowed: Allowed) -> str:
    """*Shape:* ``allowed`` (query, key)."""
    packed = np.packbits(allowed.reshape(-1)).tobytes()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def decode_mask(text: str, length: int) -> CustomMask | None:
    """The mask for a sentence of ``length`` tokens; None where the text is none of that size, or leaves a row empty."""
    size = -(-length * length // 8)
    if not length or len(text) != -(-size * 8 // 6) or not _LETTERS.fullmatch(text):
        return None
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    cells = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=length * length)
    allowed = cells.reshape(length, length).astype(np.bool_)
    return custom_mask(allowed) if allowed.any(axis=1).all() else None
