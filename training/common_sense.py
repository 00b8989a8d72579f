"""A hundred blanks that a child could fill, written before any training and never trained on.

A model passes a blank if any reasonable answer is among its top five. Sentences and answers are in
``common_sense.tsv``. Paragraphs that contain one of the sentences, with any word in the blank, are excluded from
training.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from training.corpus import Document
from training.probes import first_choices, sentence_pattern


@dataclass(frozen=True)
class Blank:
    """A sentence with one [MASK], and the reasonable answers."""

    sentence: str
    reasonable: frozenset[str]


@dataclass(frozen=True)
class FilledBlank:
    """A blank with a model's top five words."""

    sentence: str
    first: tuple[str, ...]
    passed: bool


@cache
def blanks() -> tuple[Blank, ...]:
    """All blanks."""
    with Path(__file__).with_name("common_sense.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return tuple(Blank(row["sentence"], frozenset(row["reasonable"].split())) for row in rows)


@cache
def _blank_pattern() -> re.Pattern[str]:
    return sentence_pattern(blank.sentence for blank in blanks())


@cache
def _parts() -> tuple[str, ...]:
    """The longer side of every sentence; searching for these first takes a hundredth of the time."""
    return tuple(max(blank.sentence.lower().rstrip(".").split("[mask]"), key=len) for blank in blanks())


def holds_a_blank(paragraph: str) -> bool:
    """Whether ``paragraph`` holds one of the sentences, with any word in its blank."""
    lowered = paragraph.lower()
    return any(part in lowered for part in _parts()) and _blank_pattern().search(paragraph) is not None


def without_blanks(document: Document) -> list[str]:
    """The paragraphs of a document that contain none of the sentences."""
    return [paragraph for paragraph in document.paragraphs if not holds_a_blank(paragraph)]


def fill_blanks(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[FilledBlank]:
    """Fill every blank with a masked language model."""
    filled = []
    for blank in blanks():
        first = first_choices(model, tokenizer, blank.sentence)
        filled.append(FilledBlank(blank.sentence, first, not blank.reasonable.isdisjoint(first)))
    return filled
