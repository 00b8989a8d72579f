"""Labelled texts written for this project: the test set of the heads, and examples for visitors.

No head was trained on any of them; ``tests/components/tasks/model/test_gold.py`` checks the corpus.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_NAMED = re.compile(r"\[(PER|LOC|ORG) ([^\[\]]+)\]")


@dataclass(frozen=True)
class LabelledText:
    """A text with labelled spans of characters: start, end (exclusive), label."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class QuestionAnswer:
    """A question and its answer; the answer is empty if the passage does not give one."""

    question: str
    answer: str


@dataclass(frozen=True)
class Passage:
    """A passage with its title and questions about it."""

    title: str
    text: str
    questions: tuple[QuestionAnswer, ...]


@cache
def passages() -> tuple[Passage, ...]:
    """All passages, with their questions."""
    parsed: list[Passage] = []
    for block in _lines("passages.txt", "\n# "):
        title, text, *questions = block.removeprefix("# ").splitlines()
        answered = [line.removeprefix("? ").split(" | ") for line in questions]
        parsed.append(Passage(title, text, tuple(QuestionAnswer(q, "" if a == "-" else a) for q, a in answered)))
    return tuple(parsed)


@cache
def texts_with_names() -> tuple[LabelledText, ...]:
    """Sentences whose names are labelled."""
    return tuple(_parse_names(line) for line in _lines("names.txt"))


@cache
def texts_with_speech_tags() -> tuple[LabelledText, ...]:
    """Sentences with a part of speech for every word and punctuation mark."""
    texts = []
    for line in _lines("speech.txt"):
        text, spans = "", []
        for part in line.split():
            word, _, tag = part.rpartition("/")
            text += ("" if not text or word in ".,?!" or word == "n't" else " ") + word
            spans.append((len(text) - len(word), len(text), tag))
        texts.append(LabelledText(text, tuple(spans)))
    return tuple(texts)


@cache
def texts_on_subjects() -> tuple[tuple[str, str], ...]:
    """Sentences, each with the subject it is about."""
    return tuple((text, subject) for subject, text in (line.split("\t") for line in _lines("subjects.txt")))


def word_labels(text: LabelledText, starts: Sequence[int], *, names: bool) -> list[str]:
    """The label of each word, given the characters where words start; BIO tags if ``names``."""
    labels = []
    before: tuple[int, int, str] | None = None
    for start in starts:
        span = next((each for each in text.spans if each[0] <= start < each[1]), None)
        if not names:
            assert span is not None  # every word has a part of speech
            labels.append(span[2])
        elif span is None:
            labels.append("O")
        else:
            labels.append(f"{'I' if span is before else 'B'}-{span[2]}")
        before = span
    return labels


def _parse_names(line: str) -> LabelledText:
    text, spans, copied = "", [], 0
    for match in _NAMED.finditer(line):
        text += line[copied : match.start()]
        spans.append((len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        copied = match.end()
    return LabelledText(text + line[copied:], tuple(spans))


def _lines(name: str, parted_by: str = "\n") -> list[str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8").strip("\n")
    return text.split(parted_by)
