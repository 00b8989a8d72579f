"""Limits of input text: its length, the combining marks on one character, and that there is something to see.

Everything that reads text checks them.

Unicode allows any number of combining marks on a character, and normalising a run of n marks takes O(n²) time while
holding Python's lock, so one message could stop all visitors. Unicode's stream-safe text format (UAX #15,
https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format) ends a run after 30 marks, far more than any language
needs; so do these limits. The checks take linear time.
"""

import unicodedata

from components.model.user_errors import TooLong, UserError

CHARACTER_LIMIT = 100_000  # of one text: twice as much as fits into 8,192 positions
LIST_CHARACTER_LIMIT = 5_000_000  # of a pasted or uploaded list
MARK_LIMIT = 30  # consecutive combining marks
_MARKS_BY_COMPATIBILITY = "\uff9e\uff9f"  # letters by category that become marks when normalised
JOINERS = "\u200c\u200d"  # invisible, but part of words in some scripts, and of emoji
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Zs", "Zl", "Zp"}  # control and format characters, spaces, line and paragraph ends


def check_text(text: str, limit: int = CHARACTER_LIMIT) -> str:
    """Check the limits of a text, and return it with lone surrogates replaced by question marks.

    The replacement keeps the positions of all other characters.

    Args:
        text: Text from a visitor: typed, pasted, uploaded, or from a link.
        limit: The largest number of characters.

    Raises:
        TooLong: It has more characters than ``limit``.
        UserError: A character has more than ``MARK_LIMIT`` combining marks.
    """
    if len(text) > limit:
        raise TooLong(f"This text has more than {limit:,} characters. Shorten it.")
    if _has_long_run(text):
        raise UserError(
            f"A letter in this text has more than {MARK_LIMIT} accents or other marks. Remove some of them."
        )
    return text.encode("utf-8", "replace").decode("utf-8")


def trim_marks(text: str, limit: int = MARK_LIMIT) -> str:
    """The text with at most ``limit`` combining marks on each character; further ones are removed."""
    if text.isascii():
        return text
    characters: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if is_mark(character) else 0
        if run <= limit:
            characters.append(character)
    return "".join(characters)


def without_invisible(text: str) -> str:
    """The text without format characters such as soft hyphens; joiners stay."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf" or letter in JOINERS)


def is_mark(character: str) -> bool:
    """Whether a character is a combining mark or becomes one when normalised; False for an empty string."""
    return bool(character) and (unicodedata.category(character)[0] == "M" or character in _MARKS_BY_COMPATIBILITY)


def _has_long_run(text: str) -> bool:
    return not text.isascii() and len(trim_marks(text)) < len(text)


def is_visually_empty(text: str) -> bool:
    """Whether a text is empty, or consists of spaces and invisible characters only."""
    return all(unicodedata.category(character) in _INVISIBLE_CATEGORIES for character in text)
