"""Names for invisible characters, such as "U+202E" for the one that reverses the text after it.

Control characters, noncharacters and lone surrogates have no place in XML, so an SVG cannot hold them either.
"""

import re
import unicodedata

_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(17))
_UNPRINTABLE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_NONCHARACTERS}]")
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BLANK_CATEGORIES = {"Cc", "Cf", "Cs"}  # controls, format characters, surrogates
# Blank, though letters, symbols or marks by their category: fillers and variation selectors.
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_BLANKS = {*FILLERS, *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}


def name_unprintable(text: str) -> str:
    """The text with names in place of control characters (but tabs and line ends), noncharacters and surrogates."""
    return _UNPRINTABLE.sub(lambda match: _name(match[0]), text)


def visible_token(text: str) -> str:
    """A token as it is shown, with names also for characters that change the direction of writing.

    Of a blank token all characters have names; white space, for which there is another sign, gives "".
    """
    bare = text.strip()
    if all(character in _BLANKS or unicodedata.category(character) in _BLANK_CATEGORIES for character in bare):
        return "".join(map(_name, bare))
    return _DIRECTIONS.sub(lambda match: _name(match[0]), name_unprintable(bare))


def _name(character: str) -> str:
    return f"U+{ord(character):04X}"
