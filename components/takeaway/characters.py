"""Which characters BERT's tokenizers drop or split off, as the ``tokenizers`` library has it.

Unicode gains accents and punctuation every year, and that library's tables are older than a browser's: it keeps newer
accents, and browsers would drop them. So its answers are collected here, for the tokenizer in the browser to use.
"""

from collections.abc import Iterable
from functools import cache

from tokenizers import normalizers, pre_tokenizers

_SEPARATOR = "|"  # neither dropped nor changed
# Planes 2 and 3 have Chinese characters only, planes 4 to 13 none, plane 14 what is in its beginning. Surrogates, which
# are no characters, stand between the first two ranges.
_CODES = (range(0xD800), range(0xE000, 0x20000), range(0xE0000, 0xE1000), range(0xF0000, 0x110000))


@cache
def character_ranges() -> dict[str, str]:
    """Ranges of characters, each as the inside of a character class of a regular expression with the flag "u".

    ``control`` and ``accents`` are dropped, ``punctuation`` is split off.
    """
    characters = [chr(code) for codes in _CODES for code in codes if chr(code) != _SEPARATOR]
    cleaning, stripping = (
        normalizers.BertNormalizer(
            clean_text=not strips, handle_chinese_chars=False, strip_accents=strips, lowercase=False
        )
        for strips in (False, True)
    )
    words = pre_tokenizers.BertPreTokenizer().pre_tokenize_str(" ".join(f"a{letter}" for letter in characters))
    split_off = {word for word, _ in words if len(word) == 1} - {"a"}
    return {
        "control": _ranges(_dropped(cleaning, characters)),
        "accents": _ranges(_dropped(stripping, characters)),
        "punctuation": _ranges(split_off | {_SEPARATOR}),
    }


def _dropped(normalizer: normalizers.BertNormalizer, characters: list[str]) -> set[str]:
    parts = normalizer.normalize_str(_SEPARATOR.join(characters)).split(_SEPARATOR)
    return {character for character, part in zip(characters, parts, strict=True) if not part}


def _ranges(characters: Iterable[str]) -> str:
    r"""Characters as ranges: ``\u{300}-\u{36f}``."""
    ranges: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(rf"\u{{{first:x}}}-\u{{{last:x}}}" for first, last in ranges)
