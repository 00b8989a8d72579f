"""Decoding of files of unknown encoding."""

import codecs
import unicodedata
from dataclasses import dataclass

from components.model.lists.code_pages import UTF_8, UTF_16, is_odd, likeliest_encoding
from components.model.lists.errors import ListError, ListProblem

REPLACEMENT = "\ufffd"
ODD_SHARE = 0.05  # of the characters of a text whose encoding is a guess; what has more of them is no text
GARBLED_RATIO = 10  # codes without a character, for each space or end of a line, of a text with a byte order mark
SAMPLE_CHARACTERS = 50_000
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before that of UTF-16, which is its beginning
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, UTF_16),
    (codecs.BOM_UTF16_BE, UTF_16),
)


@dataclass(frozen=True)
class DecodedText:
    """The text of a file.

    Attributes:
        text: Its text, without byte order marks. Bytes that the encoding does not have, and zeros, are "�".
        encoding: The name of its encoding.
        certain: Whether the encoding is certain: with a byte order mark, and for valid UTF-8, since text in other
            encodings is hardly ever valid UTF-8.
    """

    text: str
    encoding: str
    certain: bool


def decode_text(content: bytes, encoding: str = "") -> DecodedText:
    """Decode ``content``.

    Args:
        content: The bytes of the file.
        encoding: The encoding, if a visitor chose one.

    Raises:
        ListError: ``content`` is no text.
    """
    known = encoding or next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), "")
    if not known and _is_utf_8(content):
        known = UTF_8
    name = known or likeliest_encoding(content)
    try:
        text = content.decode(name, "replace")
    except LookupError as error:
        raise ListError(ListProblem.NOT_TEXT) from error
    text = text.replace("\ufeff", "").replace("\0", REPLACEMENT)
    sample = text[:SAMPLE_CHARACTERS]
    if _is_garbled(sample) if known else sum(map(is_odd, sample)) > ODD_SHARE * len(sample):
        raise ListError(ListProblem.NOT_TEXT)
    return DecodedText(text, name, bool(known))


def _is_utf_8(content: bytes) -> bool:
    # UTF-16 and ISO-2022-JP are often valid UTF-8.
    if b"\0" in content or (content.isascii() and b"\x1b$" in content):
        return False
    try:
        content.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True


def _is_garbled(sample: str) -> bool:
    """Whether a file that begins like UTF-16, and can be decoded, is something else: most of it is no character."""
    gaps = 1 + sum(map(str.isspace, sample))
    odd = sum(letter == REPLACEMENT or unicodedata.category(letter) == "Cn" for letter in sample)
    return odd > GARBLED_RATIO * gaps
