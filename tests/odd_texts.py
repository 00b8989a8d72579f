"""Texts of Unicode's odd categories: controls, surrogates, noncharacters, marks, directions, private use, long runs."""

import random
import sys
import unicodedata
from functools import cache

ODD_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Zl", "Zp", "Zs", "Lo", "So", "Sk")
ALWAYS = (
    *("", " ", "\u0000", "\u0002", "\ufffe", "\uffff", "\ud800", "\udfff", "\u202e", "\u200b", "\ufeff", "\U0001ffff"),
    *("a" * 500, "\u0301" * 300, "\u0002" * 300, "\u202e" * 300, "👩\u200d🔬" * 100, "<script>&amp;]]>", "%\\u0002\\"),
)


@cache
def _by_category() -> dict[str, list[str]]:
    characters: dict[str, list[str]] = {category: [] for category in ODD_CATEGORIES}
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        if category in characters:
            characters[category].append(chr(code))
    return characters


def odd_texts(count: int) -> list[str]:
    """So many texts, always the same: letters with one to five odd characters among them."""
    chance = random.Random(57)
    texts = list(ALWAYS)
    while len(texts) < count:
        odd = [chance.choice(_by_category()[chance.choice(ODD_CATEGORIES)]) for _ in range(chance.randint(1, 5))]
        letters = [*odd, *chance.choices("ab 1é字", k=chance.randint(0, 8))]
        chance.shuffle(letters)
        texts.append("".join(letters))
    return texts
