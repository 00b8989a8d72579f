"""Texts with the right answers, written for this project: what the heads are judged by, and examples to start from.

No head has seen any of them. ``tests/components/tasks`` holds that none of them stands in what was trained on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_NAMED = re.compile(r"\[(PER|LOC|ORG) ([^\]]+)\]")
_RELATIONS = {"+": "follows", "-": "contradicts", ".": "neither"}


@dataclass(frozen=True)
class Marked:
    """A text and a label for stretches of its characters: beginning, end, label."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Asked:
    """A question and its answer; an empty one where the passage has none."""

    question: str
    answer: str


@dataclass(frozen=True)
class Passage:
    """A passage, what it is about, and questions."""

    title: str
    text: str
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class Related:
    """Two texts and how the second stands to the first."""

    first: str
    second: str
    label: str


@cache
def passages() -> tuple[Passage, ...]:
    """The passages with their questions."""
    found: list[Passage] = []
    for block in _lines("passages.txt", "\n# "):
        title, text, *questions = block.removeprefix("# ").splitlines()
        asked = [line.removeprefix("? ").split(" | ") for line in questions]
        found.append(Passage(title, text, tuple(Asked(q, "" if a == "-" else a) for q, a in asked)))
    return tuple(found)


@cache
def named() -> tuple[Marked, ...]:
    """Sentences with the names in them."""
    return tuple(_named(line) for line in _lines("names.txt"))


@cache
def spoken() -> tuple[Marked, ...]:
    """Sentences with a part of speech for every word."""
    found = []
    for line in _lines("speech.txt"):
        text, spans = "", []
        for part in line.split():
            word, _, tag = part.rpartition("/")
            text += ("" if not text or word in ".,?!" or word == "n't" else " ") + word
            spans.append((len(text) - len(word), len(text), tag))
        found.append(Marked(text, tuple(spans)))
    return tuple(found)


@cache
def related() -> tuple[Related, ...]:
    """Pairs: for every sentence one that follows from it, one that contradicts it, and one that does neither."""
    found, first = [], ""
    for line in _lines("relations.txt"):
        label = _RELATIONS.get(line[0]) if line[1] == " " else None
        if label is None:
            first = line
        else:
            found.append(Related(first, line[2:], label))
    return tuple(found)


@cache
def on_subjects() -> tuple[tuple[str, str], ...]:
    """Sentences and the subject each is about."""
    return tuple((text, subject) for subject, text in (line.split("\t") for line in _lines("subjects.txt")))


def labels_of(one: Marked, starts: Sequence[int], *, names: bool) -> list[str]:
    """The label of every word that begins at one of these characters; B, I and O where the spans are names."""
    labels = []
    before: tuple[int, int, str] | None = None
    for start in starts:
        span = next((each for each in one.spans if each[0] <= start < each[1]), None)
        if not names:
            assert span is not None  # every word has a part of speech
            labels.append(span[2])
        elif span is None:
            labels.append("O")
        else:
            labels.append(f"{'I' if span is before else 'B'}-{span[2]}")
        before = span
    return labels


def _named(line: str) -> Marked:
    text, spans, at = "", [], 0
    for match in _NAMED.finditer(line):
        text += line[at : match.start()]
        spans.append((len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        at = match.end()
    return Marked(text + line[at:], tuple(spans))


def _lines(name: str, parted_by: str = "\n") -> list[str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8").strip("\n")
    return text.split(parted_by)
