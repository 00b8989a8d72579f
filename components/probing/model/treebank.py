"""Sentences of a treebank in the CoNLL-U format, and the items that they give for tasks about words.

Format: https://universaldependencies.org/format.html. The treebank itself does not ship; the writer of recorded probes
reads it (``cache/shipped/probes.py``).
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from components.probing.model.items import SEED, TRAINING, ItemSet, ProbeItem, TextSpan, sample_items
from components.probing.model.surface import (
    TREEBANK_LENGTHS,
    TREEBANK_POSITIONS,
    depth_label,
    length_label,
    position_label,
)

SHORTEST, LONGEST = 4, 40  # words of a sentence
NO_WORDS = frozenset({"PUNCT", "SYM", "X"})


@dataclass(frozen=True)
class TreebankWord:
    """A word of a treebank.

    Attributes:
        start: Where it begins in the text, in characters; None for a part of a contraction, which has no place.
        end: Where it ends.
        part: Its universal part of speech.
        features: Its morphological features.
        head: The index of its head, from 0; None for the root.
        relation: Its relation to its head.
    """

    start: int | None
    end: int | None
    part: str
    features: dict[str, str]
    head: int | None
    relation: str


@dataclass(frozen=True)
class TreebankSentence:
    """A sentence: its text and its words."""

    text: str
    words: tuple[TreebankWord, ...]

    def depth(self, index: int) -> int:
        """The number of arcs between a word and the root."""
        head, depth = self.words[index].head, 0
        while head is not None:
            head, depth = self.words[head].head, depth + 1
        return depth


def read_treebank(file: Path) -> list[TreebankSentence]:
    """The sentences of a CoNLL-U file."""
    blocks = file.read_text(encoding="utf-8").strip().split("\n\n")
    return [
        _sentence([line.split("\t") for line in block.splitlines() if not line.startswith("#")]) for block in blocks
    ]


def _sentence(rows: list[list[str]]) -> TreebankSentence:
    text, words, inside = "", [], 0  # inside: the last word of the contraction that is being read
    for number, form, _, part, _, features, head, relation, _, misc in rows:
        if "." in number:  # an empty node of the enhanced graph
            continue
        start = end = None
        if "-" in number or int(number) > inside:
            start, end = len(text), len(text) + len(form)
            text += form if "SpaceAfter=No" in misc.split("|") else f"{form} "
        if "-" in number:
            inside = int(number.partition("-")[2])
            continue
        pairs = dict(feature.split("=", 1) for feature in features.split("|")) if features != "_" else {}
        words.append(TreebankWord(start, end, part, pairs, int(head) - 1 if head != "0" else None, relation))
    return TreebankSentence(text.rstrip(), tuple(words))


def sample_sentences(
    sentences: list[TreebankSentence], train_count: int, test_count: int
) -> list[tuple[TreebankSentence, int]]:
    """Different sentences of a moderate length with their folds, drawn with a fixed seed."""
    different = {each.text: each for each in sentences if SHORTEST <= len(each.words) <= LONGEST}
    drawn = random.Random(SEED).sample(list(different.values()), train_count + test_count)
    return [(sentence, TRAINING if index < train_count else 0) for index, sentence in enumerate(drawn)]


def treebank_items(
    task: str, sentences: list[tuple[TreebankSentence, int]], train_limit: int, test_limit: int
) -> ItemSet:
    """The items of a task about single words, from sentences with their folds."""
    spans: list[TextSpan] = []
    items: list[ProbeItem] = []
    for sentence, fold in sentences:
        for label, word in zip(_labels(task, sentence), sentence.words, strict=True):
            if word.start is None or word.end is None:
                continue
            if label is not None:
                items.append(ProbeItem(len(spans), label, fold))
            spans.append(TextSpan(sentence.text, word.start, word.end))
    return ItemSet(task, tuple(spans), sample_items(items, train_limit, test_limit), by_form=True)


def _labels(task: str, sentence: TreebankSentence) -> Iterator[str | None]:
    """A label for each word; None for words that the task is not about."""
    count = sum(word.part not in NO_WORDS for word in sentence.words)
    place = 0
    for index, word in enumerate(sentence.words):
        if word.part in NO_WORDS:
            yield None
            continue
        place += 1
        match task:
            case "part":
                yield word.part
            case "number":
                number = word.features.get("Number") if word.part == "NOUN" else None
                yield number if number in ("Sing", "Plur") else None
            case "tense":
                yield word.features.get("Tense") if word.features.get("VerbForm") == "Fin" else None
            case "role":
                nominal = word.part in ("NOUN", "PROPN")
                yield {"nsubj": "subject", "obj": "object"}.get(word.relation) if nominal else None
            case "depth":
                yield depth_label(sentence.depth(index))
            case "length":
                yield length_label(count, TREEBANK_LENGTHS)
            case "position":
                yield position_label(place, TREEBANK_POSITIONS)
            case "letter":
                first = "" if word.start is None else sentence.text[word.start].lower()
                yield first if "a" <= first <= "z" else None
            case _:
                raise ValueError(f"a treebank has no labels for {task}")
