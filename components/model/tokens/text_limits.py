"""How much text is read: a length, and combining marks on one character. Every reader checks this before all else.

Unicode allows any number of combining marks on a character, and normalising a run of n marks takes time that grows
with n², with Python's lock held: one message could stop every visitor. Its stream-safe text format (UAX #15,
https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format) ends a run after 30 marks, far more than any language
writes; so does this. The checks themselves take time that grows with the length.
"""

import unicodedata

from components.model.user_errors import TooLong, UserError

CHARACTER_LIMIT = 100_000  # of one text: twice what 8,192 positions hold
LIST_CHARACTER_LIMIT = 5_000_000  # of a pasted or uploaded list
MARK_LIMIT = 30  # combining marks one after the other
_MARKS_BY_COMPATIBILITY = "\uff9e\uff9f"  # letters by category, and marks once they are normalised


def check_text(text: str, limit: int = CHARACTER_LIMIT) -> str:
    """The text, unless it is too long or has too many combining marks on one character.

    Halves of surrogate pairs, which are no characters, become question marks: places stay what they were.

    Args:
        text: What a visitor typed, pasted, uploaded or was sent in a link.
        limit: The most characters.

    Raises:
        TooLong: It has more characters than ``limit``.
        UserError: A character has more than ``MARK_LIMIT`` combining marks.
    """
    if len(text) > limit:
        raise TooLong(f"This text has {len(text):,} characters; the limit is {limit:,}. Shorten it.")
    if _has_long_run(text):
        raise UserError(
            f"A letter in this text has more than {MARK_LIMIT} accents or other marks. Remove some of them."
        )
    return text.encode("utf-8", "replace").decode("utf-8")


def trim_marks(text: str, limit: int = MARK_LIMIT) -> str:
    """The text with at most ``limit`` combining marks on each character: further ones are left out."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if is_mark(character) else 0
        if run <= limit:
            kept.append(character)
    return "".join(kept)


def is_mark(character: str) -> bool:
    """Whether a character is a combining mark, or becomes one when it is normalised; no character is none."""
    return bool(character) and (unicodedata.category(character)[0] == "M" or character in _MARKS_BY_COMPATIBILITY)


def _has_long_run(text: str) -> bool:
    return not text.isascii() and len(trim_marks(text)) < len(text)
