"""SST-2 (Socher et al. 2013, https://aclanthology.org/D13-1170; as of GLUE): phrases of film reviews, good or bad.

GLUE's training part holds every phrase of every sentence's parse. When held-out sentences are sampled from it, all
phrases that share four words in a row with one of them, or are contained in one, must be left out of training: else the
test data would be part of the training data.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from components.model.lists.datasets import LabelledDataset, LabelledSentence, shuffle

KEY = "sst2"
LABELS = ("negative", "positive")
TRAIN_LIMIT = 20_000
HELD_OUT = 400
MIN_WORDS = 12  # words of a held-out text: sentences, not phrases
NGRAM_LENGTH = 4  # words
WHOLE_SENTENCES = 1000  # held out of the whole list
SENTENCE_ENDS = (".", "?", "!")
_WORD = re.compile(r"'*[a-z0-9][a-z0-9']*")  # with its apostrophes; a quotation mark alone is none


@cache
def load_sst2(folder: Path) -> LabelledDataset | None:
    """Load SST-2 from a folder with GLUE's ``train.tsv`` and optionally ``dev.tsv``; None without ``train.tsv``.

    ``dev.tsv`` is the held-out part, as in GLUE. Without it, sentences of the training part are held out, and all that
    overlaps with them is left out.
    """
    if not (folder / "train.tsv").is_file():
        return None
    train = read_rows(folder / "train.tsv")
    if (folder / "dev.tsv").is_file():
        test = read_rows(folder / "dev.tsv")
    else:
        sentences = [each for each in train if len(_words(each.text)) >= MIN_WORDS]
        places = np.random.default_rng(0).permutation(len(sentences))[:HELD_OUT]
        test = tuple(sentences[place] for place in places)
    learnable = without_overlap(shuffle(train), test)[:TRAIN_LIMIT]
    return LabelledDataset(KEY, "SST-2 (film reviews)", LABELS, learnable, test)


@cache
def load_all_of_sst2(folder: Path, held_out: int = WHOLE_SENTENCES) -> LabelledDataset:
    """Load all of GLUE's ``train.tsv`` with whole sentences held out, and without the phrases that overlap with them.

    Args:
        folder: The folder with ``train.tsv``.
        held_out: The number of sentences that are held out.

    Raises:
        FileNotFoundError: There is no ``train.tsv``.
        ValueError: The file is not GLUE's.
    """
    rows = read_rows(folder / "train.tsv")
    sentences = whole_sentences(rows)
    places = np.random.default_rng(0).permutation(len(sentences))[:held_out]
    test = tuple(sentences[place] for place in places)
    return LabelledDataset(KEY, "SST-2 (film reviews)", LABELS, without_overlap(shuffle(rows), test), test)


def whole_sentences(rows: Sequence[LabelledSentence]) -> tuple[LabelledSentence, ...]:
    """The texts that end as a sentence does and are part of no longer text; each once.

    A phrase at the end of a sentence ends like one, too, but is contained in it.
    """
    by_ending = sorted(rows, key=lambda each: each.text.endswith(SENTENCE_ENDS))  # the same words with a full stop win
    texts = {tuple(_words(each.text)): each for each in by_ending}
    containing: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for words in texts:
        for row in _ngrams(list(words)):
            containing[row].add(words)
    return tuple(
        each
        for words, each in texts.items()
        if each.text.endswith(SENTENCE_ENDS)
        and len(words) >= NGRAM_LENGTH
        and not any(
            len(other) > len(words) and f" {' '.join(words)} " in f" {' '.join(other)} "
            for other in set.intersection(*(containing[row] for row in _ngrams(list(words))))
        )
    )


def without_overlap(
    train: tuple[LabelledSentence, ...], test: tuple[LabelledSentence, ...]
) -> tuple[LabelledSentence, ...]:
    """The training texts that share no four words in a row with ``test`` and are contained in none of its sentences."""
    rows = {row for each in test for row in _ngrams(_words(each.text))}
    texts = "\n".join(f" {' '.join(_words(each.text))} " for each in test)
    return tuple(
        each
        for each in train
        if (words := _words(each.text))
        and not any(row in rows for row in _ngrams(words))
        and (len(words) >= NGRAM_LENGTH or f" {' '.join(words)} " not in texts)
    )


def read_rows(file: Path) -> tuple[LabelledSentence, ...]:
    """The rows of a file in GLUE's form, with the columns ``sentence`` and ``label``.

    Raises:
        ValueError: It has other columns.
    """
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    if header.split("\t") != ["sentence", "label"]:
        raise ValueError(f"{file.name} is not GLUE's: its columns are not sentence and label")
    cells = (line.rsplit("\t", 1) for line in lines)
    return tuple(LabelledSentence(text.strip(), int(label)) for text, label in cells)


def _ngrams(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + NGRAM_LENGTH]) for start in range(len(words) - NGRAM_LENGTH + 1)}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
