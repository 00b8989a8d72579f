"""Detection of texts without a visible character."""

import unicodedata

_INVISIBLE = {"Cc", "Cf", "Zs", "Zl", "Zp"}  # control and format characters, spaces, line and paragraph ends


def is_visually_empty(text: str) -> bool:
    """Whether a text is empty, or consists of spaces and invisible characters only."""
    return all(unicodedata.category(character) in _INVISIBLE for character in text)
