"""Encode a mask drawn by hand as a short text for a link, and decode it.

One bit per cell, row by row, in URL-safe base64 (RFC 4648, section 5): a mask of twelve tokens takes 24 characters. The
number of tokens is not encoded, because the link holds the sentence too.
"""

import base64
import re

import numpy as np

from components.model.inference.attention_mask import Allowed, CustomMask, custom_mask

_LETTERS = re.compile(r"[A-Za-z0-9_-]*")


def encode_mask(allowed: Allowed) -> str:
    """Encode a mask. *Shape:* ``allowed`` (query, key)."""
    packed = np.packbits(allowed.reshape(-1)).tobytes()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def decode_mask(text: str, length: int) -> CustomMask | None:
    """Decode the mask of a sentence of ``length`` tokens; None if the text has another size or a row without keys."""
    size = -(-length * length // 8)
    if not length or len(text) != -(-size * 8 // 6) or not _LETTERS.fullmatch(text):
        return None
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    cells = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=length * length)
    allowed = cells.reshape(length, length).astype(np.bool_)
    return custom_mask(allowed) if allowed.any(axis=1).all() else None
