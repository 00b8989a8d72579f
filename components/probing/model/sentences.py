"""The made-up sentences that ship, with a label for every word: written by :mod:`components.probing.model.grammar`."""

import re
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("sentences.tsv")
COLUMNS = ("length", "position", "letter", "part", "number", "tense", "role", "depth", "animacy")
NOTHING = "_"  # no label
TEST = "test"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class WordLabels:
    """A sentence with a label per word and task.

    Attributes:
        text: The sentence.
        tests: Whether it is for testing.
        labels: For each column, a label for every word.
    """

    text: str
    tests: bool
    labels: dict[str, tuple[str, ...]]


def word_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of every word, in characters."""
    return [word.span() for word in _WORD.finditer(text)]


def labelled_sentences(file: Path = FILE) -> tuple[WordLabels, ...]:
    """The sentences of the file.

    Raises:
        ValueError: A line has not one label per word and task.
    """
    sentences = []
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        split, text, *columns = line.split("\t")
        labels = {name: tuple(column.split()) for name, column in zip(COLUMNS, columns, strict=True)}
        if any(len(column) != len(word_spans(text)) for column in labels.values()):
            raise ValueError(f"not one label per word: {text}")
        sentences.append(WordLabels(text, split == TEST, labels))
    return tuple(sentences)
