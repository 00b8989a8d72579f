"""Sentence frames: a small notation that turns one line of a table into many sentences.

``[a|b|c]``   one of the alternatives, which may nest and may be empty
``{name}``    one of the fillers of a slot
``is/are``    the form that agrees with the number the caller asks for

The tables under ``data/`` are written in this notation, so adding language to the
supplement means adding lines to a table rather than code.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

DATA = Path(__file__).parent / "data"

Slots = Mapping[str, Sequence[str]]

_CHOICE = re.compile(r"\[([^\[\]{}]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_PAIR = re.compile(r"([A-Za-z']+)/([A-Za-z']+)")
_ARTICLE = re.compile(r"\b([Aa])n? (?=(\w+))")
_START = re.compile(r"(^|(?<!Mr)(?<!Mrs)[.?!] )([a-z])")
_VOWEL_SOUND = re.compile(r"(?!one|once|uni|use|usu|eu)[aeiou]|hour|hon(est|or)", re.IGNORECASE)

# A frame with few fillings is drawn repeatedly before it gives a new sentence;
# past this many draws per sentence asked for, it is taken to be used up.
_PATIENCE = 30


def read_lines(name: str) -> list[str]:
    """The lines of a data file, without blank ones."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip()]


def read_table(name: str) -> list[list[str]]:
    """The rows of a tab-separated data file."""
    return [line.split("\t") for line in read_lines(name)]


def read_slots(name: str) -> dict[str, list[str]]:
    """Slot fillers: a name, a tab, and alternatives separated by bars."""
    return {slot: fillers.split("|") for slot, fillers in read_table(name)}


def fill(frame: str, rng: random.Random, slots: Slots) -> str:
    """Fill every slot and settle every choice of a frame."""

    def filler(match: re.Match[str]) -> str:
        return rng.choice(slots[match[1]])

    def alternative(match: re.Match[str]) -> str:
        choices: list[str] = match[1].split("|")
        return rng.choice(choices)

    while "{" in frame or "[" in frame:
        frame = _SLOT.sub(filler, frame)
        frame = _CHOICE.sub(alternative, frame)
    return frame


def agree(text: str, plural: bool) -> str:
    """Keep the singular or the plural half of every ``is/are`` pair."""
    return _PAIR.sub(r"\2" if plural else r"\1", text)


def polish(text: str) -> str:
    """Repair spacing and articles, capitalise sentences, and end with punctuation."""
    text = " ".join(text.split()).replace(" .", ".").replace(" ,", ",")
    text = _ARTICLE.sub(_article, text)
    text = _START.sub(lambda match: match[1] + match[2].upper(), text)
    return text if text[-1] in ".?!" else text + "."


def distinct_sentences(count: int, make: Callable[[], str]) -> Iterator[str]:
    """Up to ``count`` different sentences drawn from ``make``."""
    made: set[str] = set()
    for _ in range(count * _PATIENCE):
        if len(made) == count:
            return
        sentence = make()
        if sentence not in made:
            made.add(sentence)
            yield sentence


def _article(match: re.Match[str]) -> str:
    return f"{match[1]}n " if _VOWEL_SOUND.match(match[2]) else f"{match[1]} "
