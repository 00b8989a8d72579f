"""Decoding of files of unknown encoding."""

import codecs
import unicodedata

from charset_normalizer import from_bytes

from components.model.lists.errors import ListError, ListProblem

SAMPLE_BYTES = 50_000  # for detecting an encoding
GARBLED_RATIO = 10  # codes without a character, for each space or end of a line
UTF_8, UTF_16 = "utf-8", "utf-16"
# Of several that fit the bytes equally well the first is chosen, so the encoding of Western Excel files comes first.
LEGACY_ENCODINGS = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "gb18030", "cp932", "cp949", "big5", "cp1255", "cp1256",
)  # fmt: skip
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before that of UTF-16, which is its beginning
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, UTF_16),
    (codecs.BOM_UTF16_BE, UTF_16),
)
_WHITE_SPACE = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x1f\x85")


def decode_text(content: bytes, encoding: str = "") -> tuple[str, str, bool]:
    """Decode ``content``. Returns the text, its encoding, and whether the encoding is certain.

    It is certain with a byte order mark, and for valid UTF-8, since text in other encodings is hardly ever valid UTF-8.

    Args:
        content: The bytes of the file.
        encoding: The encoding, if a visitor chose one.

    Raises:
        ListError: ``content`` is no text.
    """
    if encoding:
        return _decoded(content, encoding), encoding, True
    for mark, marked in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return _decoded(content, marked), marked.removesuffix("-sig"), True
    try:
        text = content.decode(UTF_8)
    except UnicodeDecodeError:
        pass
    else:
        if "\0" not in text:
            return text, UTF_8, True
    for guess in _guesses(content):
        try:
            return _decoded(content, guess), guess, False
        except ListError:
            continue
    raise ListError(ListProblem.NOT_TEXT)


def _guesses(content: bytes) -> list[str]:
    """Encodings that fit the bytes, the most likely one first."""
    if b"\0" in content:
        return [name for name, zero in (("utf-16-le", 1), ("utf-16-be", 0)) if _is_utf_16(content, name, zero)]
    matches = from_bytes(content[:SAMPLE_BYTES], cp_isolation=list(LEGACY_ENCODINGS), enable_fallback=False)
    names = {match.encoding: match.chaos for match in matches}
    for match in matches:  # encodings that give the same text are grouped in one match
        names |= dict.fromkeys(match.could_be_from_charset, match.chaos)
    return sorted(names, key=lambda name: (names[name], LEGACY_ENCODINGS.index(name)))


def _is_utf_16(content: bytes, encoding: str, zero: int) -> bool:
    """Whether this is UTF-16 text of mostly Latin letters: many of the bytes at ``zero``, ``zero + 2``, … are zero."""
    sample = content[: SAMPLE_BYTES & ~1]
    if sample[zero::2].count(0) * 4 < len(sample[zero::2]):
        return False
    text = set(sample.decode(encoding, "replace")) - _WHITE_SPACE
    return not any(unicodedata.category(letter) in {"Cc", "Cn", "Co", "Cs"} for letter in text)


def _decoded(content: bytes, encoding: str) -> str:
    try:
        text = content.decode(encoding)
    except (UnicodeError, LookupError) as error:
        raise ListError(ListProblem.NOT_TEXT) from error
    if "\0" in text or _is_garbled(text):
        raise ListError(ListProblem.NOT_TEXT)
    return text


def _is_garbled(text: str) -> bool:
    """Whether codes without a character are many more than spaces and ends of lines.

    A file of something else that begins like UTF-16 can be decoded, but most of it is no character.
    """
    sample = text[:SAMPLE_BYTES]
    gaps = 1 + sum(letter in _WHITE_SPACE or letter == " " for letter in sample)
    return sum(unicodedata.category(letter) == "Cn" for letter in sample) > GARBLED_RATIO * gaps
