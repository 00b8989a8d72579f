"""The likeliest encoding of a text, by how likely its letters are in a language.

The same byte is "ř" in Central Europe and "ø" in the west. The bytes are decoded with each code page; the text is as
likely as its letters are in the language that they fit best, with the frequencies of letters that charset-normalizer
includes. That library itself measures how garbled a text looks, for which a few lines are too short:
docs/decisions/encodings-of-lists.md compares the two.
"""

import codecs
import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from math import log

from charset_normalizer.constant import FREQUENCIES

SAMPLE_BYTES = 4000
_NOT_ASCII = re.compile(rb"[^\t -~]")
_CONTEXT_BYTES = 200
_CACHED = 50_000  # characters, and pairs of them
UTF_8, UTF_16 = "utf-8", "utf-16"
# Of several that fit the bytes equally well the first is chosen.
COMMON_ENCODINGS = (
    UTF_8, "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "cp1255", "cp1256", "cp1258", "cp874", "gb18030",
    "big5", "cp932", "cp949",
)  # fmt: skip
RARE_ENCODINGS = (
    "iso2022_jp", "euc_jp", "iso8859_2", "iso8859_5", "iso8859_6", "koi8_u", "cp866", "cp850", "cp852", "mac_roman",
    "mac_latin2", "mac_cyrillic",
)  # fmt: skip
WIDE_ENCODINGS = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
# Languages without frequencies, by the frequency of their letters; and letters that frequencies leave out.
_LETTERS = {"Latvian": "aistreunoāmdkpvlīējzšbģļcņčūgžķfh", "Icelandic": "arniesutðglkmóáíþvöhéjæúyýbdpfx"}
_RARE_LETTERS = {
    "Croatian": "đ", "Czech": "ůúšžňóďť", "Danish": "é", "Dutch": "éöïóü", "English": "éïçñ", "Estonian": "šž",
    "French": "êôûçœîïëù", "German": "ß", "Hungarian": "őűüúí", "Italian": "ìùòé", "Lithuanian": "ųū", "Norwegian": "é",
    "Polish": "ćńśźż", "Portuguese": "úâêôà", "Romanian": "şţ", "Slovak": "ľšžťúôňďäĺŕ", "Spanish": "ñúü",
    "Thai": "ัี่้ิ์ุูไใโ็ืึซฟญณธฐฉภถษฝฬผศๆ", "Turkish": "öâî", "Vietnamese": "ăêôơưéíóúýạảấầẩậắặẹềểệỉịọỏốồổộớờởợụủứừữựỳ",
}  # fmt: skip
# Logarithms of probabilities.
_FIRST, _STEP, _RARE_LETTER, _OTHER_LETTER = log(0.12), log(0.87), log(0.003), log(0.0001)
_RARE_ENCODING = -5.0
_CAPITAL_INSIDE = -5.0  # of a word
_MIXED_SCRIPTS = -7.0  # in a word
_SIGN, _QUOTE, _WIDE_SIGN, _CURRENCY, _CODE = -8.0, -6.0, -5.0, -4.0, -14.0
_SIGN_INSIDE = -5.0  # of a word
_ODD_CATEGORIES = frozenset({"Cc", "Cn", "Co", "Cs"})  # control characters, and codes without a character
_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH", "HALFWIDTH"})


def likeliest_encoding(content: bytes) -> str:
    """The encoding in which ``content`` is the likeliest text of any language."""
    sample = _sample(content)
    encodings = COMMON_ENCODINGS + RARE_ENCODINGS + (WIDE_ENCODINGS if _may_be_wide(content) else ())
    return max(encodings, key=lambda name: _score(sample, name))


def is_odd(character: str) -> bool:
    """Whether a character stands in no text: a code without a character, a control character, or the sign for these."""
    return character == "\ufffd" or (unicodedata.category(character) in _ODD_CATEGORIES and not character.isspace())


def _may_be_wide(content: bytes) -> bool:
    """Whether zeros stand where two bytes a character put them, nearly all at even places or at odd ones, or four."""
    even, odd = content[::2].count(0), content[1::2].count(0)
    return max(even, odd) > 3 * min(even, odd) or 2 * (even + odd) > len(content)


def _sample(content: bytes) -> bytes:
    """The first lines that are not the same in most encodings, from shortly before the first such byte."""
    if b"\0" in content:
        return content[:SAMPLE_BYTES]
    lines = []
    left = SAMPLE_BYTES
    for line in content.splitlines():
        if left > 0 and (match := _NOT_ASCII.search(line)):
            lines.append(line[max(0, match.start() - _CONTEXT_BYTES) :][:left])
            left -= len(lines[-1])
    return b"\n".join(lines)


def _score(sample: bytes, encoding: str) -> float:
    is_whole = len(sample) < SAMPLE_BYTES  # else its last character may be cut
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample, is_whole)
    text = unicodedata.normalize("NFC", text)
    return log_likelihood(text) + (_RARE_ENCODING if encoding in RARE_ENCODINGS else 0)


def log_likelihood(text: str) -> float:
    """The logarithm of the probability of a text in the language that it fits best, up to a constant."""
    letters = Counter(character.lower() for character in text if _is_letter(character))
    languages = (
        sum(count * table.get(letter, _OTHER_LETTER) for letter, count in letters.items())
        for table in _frequencies().values()
    )
    return max(languages) + sum(map(_fit, text, f" {text}"))


@cache
def _frequencies() -> dict[str, dict[str, float]]:
    """The logarithm of each letter's probability, by language: as the frequencies are ranks, they fall by a ratio."""
    tables: dict[str, dict[str, float]] = {}
    for name, letters in [*FREQUENCIES.items(), *_LETTERS.items()]:
        table = tables.setdefault(name.rstrip("—"), {})  # Japanese has one list per script
        table |= {letter: max(_FIRST + rank * _STEP, _RARE_LETTER) for rank, letter in enumerate(letters)}
    for name, letters in _RARE_LETTERS.items():
        tables[name] = dict.fromkeys(letters, _RARE_LETTER) | tables[name]
    return tables


@lru_cache(_CACHED)
def _is_letter(character: str) -> bool:
    return character.isalpha() or unicodedata.category(character)[0] == "M"


@lru_cache(_CACHED)
def _script(character: str) -> str:
    script = unicodedata.name(character, "").partition(" ")[0].partition("-")[0]
    return "CJK" if script in _EAST_ASIAN else script


@lru_cache(_CACHED)
def _fit(character: str, before: str) -> float:
    """How well a character fits here, as the logarithm of a factor: letters by what is before them, and all others."""
    if unicodedata.category(character)[0] == "M":
        return 0.0
    if character.isalpha():
        if before.isalpha():
            capital = _CAPITAL_INSIDE if character.isupper() and before.islower() else 0.0
            return capital + (_MIXED_SCRIPTS if _script(character) != _script(before) else 0.0)
        return _SIGN_INSIDE if not before.isascii() and unicodedata.category(before)[0] == "S" else 0.0
    if is_odd(character):
        return _CODE
    if character.isascii():
        return 0.0
    category = unicodedata.category(character)
    if category in {"Pi", "Pf", "Pd"}:
        return _QUOTE
    if category == "Sc" and not before.isalpha():
        return _CURRENCY
    if "\u3000" <= character <= "\u303f" or "\uff00" <= character <= "\uff60":
        return _WIDE_SIGN
    return _SIGN + (_SIGN_INSIDE if before.isalpha() and category in {"No", "Sc", "Sk", "Sm", "So"} else 0.0)
