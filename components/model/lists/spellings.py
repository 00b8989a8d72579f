"""Spellings of one label: accents as one code or two, "1" and "1.0", and in labels capitals."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable

from components.model.tokens.text_limits import without_invisible

_WHOLE_NUMBER = re.compile(r"([+-]?\d+)\.0+")  # as pandas writes whole numbers of a column with a gap


def composed(text: str) -> str:
    """A text whose accents are one code with their letters where there is such a code (NFC)."""
    return unicodedata.normalize("NFC", text)


def merged_spellings(values: Iterable[str], *, ignores_case: bool) -> dict[str, str]:
    """For each value, the spelling that stands for all of its spellings: the most frequent one, or the whole number.

    Invisible characters and repeated spaces make no other value. Nor do capitals, if ``ignores_case``.
    """
    counts = Counter(values)
    whole = {composed(value) for value in counts}
    plain = {value: _plain(value, whole) for value in counts}
    keys = {value: text.casefold() if ignores_case else text for value, text in plain.items()}
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for value, count in counts.items():
        spellings[keys[value]][plain[value]] += count
    labels = {key: spelling.most_common(1)[0][0] for key, spelling in spellings.items()}
    return {value: labels[key] for value, key in keys.items()}


def _plain(value: str, whole: set[str]) -> str:
    text = " ".join(without_invisible(composed(value)).split())
    number = _WHOLE_NUMBER.fullmatch(text)
    return number[1] if number and number[1] in whole else text
