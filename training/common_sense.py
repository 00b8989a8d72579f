"""A hundred blanks that a child could fill, written before any model was trained on anything and never trained on.

A model passes one where any reasonable answer is among its first five. Sentences and answers stand in
``common_sense.tsv``; paragraphs that hold one of the sentences, with whatever word, are left out of training.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from training.corpus import Document
from training.probes import first_choices, with_any_word


@dataclass(frozen=True)
class Blank:
    """A sentence with one [MASK], and the words that a reasonable person might put there."""

    sentence: str
    reasonable: frozenset[str]


@dataclass(frozen=True)
class Filled:
    """A blank with a model's first choices."""

    sentence: str
    first: tuple[str, ...]
    passed: bool


@cache
def blanks() -> tuple[Blank, ...]:
    """The list."""
    with Path(__file__).with_name("common_sense.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return tuple(Blank(row["sentence"], frozenset(row["reasonable"].split())) for row in rows)


@cache
def _asked() -> re.Pattern[str]:
    return with_any_word(one.sentence for one in blanks())


@cache
def _parts() -> tuple[str, ...]:
    """The longer side of every sentence: to look for these first takes a hundredth of the time."""
    return tuple(max(one.sentence.lower().rstrip(".").split("[mask]"), key=len) for one in blanks())


def holds_a_blank(paragraph: str) -> bool:
    """Whether ``paragraph`` holds one of the sentences, with any word in its blank."""
    lowered = paragraph.lower()
    return any(part in lowered for part in _parts()) and _asked().search(paragraph) is not None


def without_blanks(document: Document) -> list[str]:
    """The paragraphs of a document that hold none of the sentences."""
    return [paragraph for paragraph in document.paragraphs if not holds_a_blank(paragraph)]


def fill(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[Filled]:
    """Every blank, asked of a masked language model."""
    found = []
    for one in blanks():
        first = first_choices(model, tokenizer, one.sentence)
        found.append(Filled(one.sentence, first, not one.reasonable.isdisjoint(first)))
    return found
