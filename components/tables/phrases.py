"""Phrases of findings: counts with their nouns, lists of words, and words as they are shown."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

_QUOTATION_MARKS = frozenset("“”„‘’‚«»\"'`")


class Subword(Protocol):
    """A token, candidate or word with its text, and whether it continues the word before it."""

    @property
    def text(self) -> str:
        """The text, without the vocabulary's marks."""
        ...

    @property
    def continues(self) -> bool:
        """Whether it continues the word before it."""
        ...


def isolate_direction(text: str) -> str:
    """A token for a sentence: one that is written from right to left is put between Unicode's marks FSI and PDI.

    Without them, Arabic and Hebrew tokens that follow each other are shown in the reverse order, and the ``##`` of one
    seems to belong to another.
    """
    if text.isascii() or not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return text
    return f"\u2068{text}\u2069"


def join_tokens(texts: Iterable[str]) -> str:
    """Tokens from left to right with spaces between them, in whatever direction each of them is written."""
    return " ".join(map(isolate_direction, texts))


def count_phrase(count: int, noun: str, plural: str = "") -> str:
    """A count and its noun: "1 token", "1,024 tokens". The plural adds "s" unless it is given."""
    return f"{count:,} {by_count(count, noun, plural or f'{noun}s')}"


def part_phrase(part: int, whole: int, noun: str) -> str:
    """A part of a number of things: "2 of 7 tokens"; of a single one "the only token" or "no token"."""
    if whole == 1:
        return f"the only {noun}" if part else f"no {noun}"
    return f"{part:,} of {count_phrase(whole, noun)}"


def all_phrase(count: int, noun: str) -> str:
    """All of a number of things: "all 7 tokens", "both tokens", "the only token"."""
    return part_phrase(1, 1, noun) if count == 1 else f"both {noun}s" if count == 2 else f"all {count:,} {noun}s"


def capitalised(text: str) -> str:
    """The text with a capital letter at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def quoted(word: str) -> str:
    """A word in quotes; a quotation mark, which would be lost between them, is called one: "the mark ”"."""
    return f"the mark {word}" if word and set(word) <= _QUOTATION_MARKS else f"“{word}”"


def possessive(name: str) -> str:
    """A name with the ending of a possessor: "MiniLM’s", "pocket no-positions’"."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def article(number: str) -> str:
    """The indefinite article before a number that is read out, from its digits: "an 8.4%", "an 11%", "a 1 in 8"."""
    first = re.split(r"[^\d]", number, maxsplit=1)[0]
    return "an" if first.startswith("8") or first in {"11", "18"} else "a"


def by_count(count: int, singular: str, plural: str) -> str:
    """The form of a word that agrees with ``count``."""
    return singular if count == 1 else plural


def list_phrase(items: Sequence[str], conjunction: Literal["and", "or"] = "and") -> str:
    """Words as a list: "a", "a and b", "a, b and c"; empty for no words."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def ranges_phrase(numbers: Sequence[int]) -> str:
    """Ascending whole numbers as a list, three or more in a row as a range: "0, 2–5 and 7"."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    parts = [[f"{row[0]}–{row[-1]}"] if len(row) > 2 else [str(number) for number in row] for row in rows]
    return list_phrase([part for row in parts for part in row])


def word_label(word: Subword) -> str:
    """The text of a word or token as it is shown: an ellipsis marks a continuation of the word before."""
    return f"…{word.text}" if word.continues else word.text
