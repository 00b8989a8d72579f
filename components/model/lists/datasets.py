"""Datasets of labelled sentences: shipped, the operator's, or a visitor's."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from components.model.lists.columns import LABEL_LIMIT
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import ListedSentence, labels_by_text

MIN_SENTENCES = 4  # in a visitor's list
MIN_PER_LABEL = 2
HELD_OUT_SHARE = 0.25  # of the sentences in a visitor's list
HELD_OUT_LIMIT = 200  # held-out sentences that a run evaluates: no more are held out of a visitor's list
COLUMNS = ("split", "label", "sentence")
_SHUFFLE = 0
FOUR = "four"


@dataclass(frozen=True)
class LabelledSentence:
    """A sentence and the index of its label."""

    text: str
    label: int


@dataclass(frozen=True)
class LabelledDataset:
    """Training sentences and held-out sentences, without overlap.

    Attributes:
        key: Its key in plans.
        name: Its name on the screen.
        labels: The names of the labels, by index.
        train: The training sentences, shuffled, so that any first part is a random sample.
        test: The held-out sentences; also shuffled if they are of a visitor's list.
    """

    key: str
    name: str
    labels: tuple[str, ...]
    train: tuple[LabelledSentence, ...]
    test: tuple[LabelledSentence, ...]

    @property
    def majority_share(self) -> float:
        """The share of held-out sentences with the most frequent label: the accuracy of always predicting it."""
        return max(Counter(each.label for each in self.test).values()) / len(self.test)


@cache
def shipped_dataset(key: str) -> LabelledDataset:
    """A shipped dataset: ``opinions``, ``books``, or ``four``."""
    name = _SHIPPED[key]
    header, *lines = Path(__file__).with_name(f"{key}.tsv").read_text(encoding="utf-8").splitlines()
    if tuple(header.split("\t")) != COLUMNS:
        raise ValueError(f"the columns of {key}.tsv are not {COLUMNS}")
    rows = [line.split("\t") for line in lines]
    names = tuple(dict.fromkeys(label for _, label, _ in rows))
    parts = {
        part: tuple(LabelledSentence(text, names.index(label)) for split, label, text in rows if split == part)
        for part in ("train", "test")
    }
    return LabelledDataset(key, name, names, shuffle(parts["train"]), parts["test"])


def shuffle(items: tuple[LabelledSentence, ...]) -> tuple[LabelledSentence, ...]:
    """Shuffle with a fixed seed."""
    return tuple(items[place] for place in np.random.default_rng(_SHUFFLE).permutation(len(items)))


def dataset_from_list(items: Sequence[ListedSentence]) -> LabelledDataset:
    """Make a dataset from a visitor's list of sentences with labels.

    A quarter of the sentences of each label, sampled at random, is held out; of a long list as large a share of each
    label as leaves :data:`HELD_OUT_LIMIT`. Duplicate sentences count once.

    Raises:
        ListError: There are too few sentences, too few or too many labels, or a sentence has two labels.
    """
    labels = labels_by_text(items)
    counts = Counter(labels.values())
    _check(labels, counts)
    names = tuple(sorted(counts))
    share = min(HELD_OUT_SHARE, HELD_OUT_LIMIT / len(labels))
    rng = np.random.default_rng(_SHUFFLE)
    train: list[LabelledSentence] = []
    test: list[LabelledSentence] = []
    for place, name in enumerate(names):
        same = [LabelledSentence(sentence, place) for sentence, label in labels.items() if label == name]
        rng.shuffle(same)
        held_out = max(1, round(share * len(same)))
        test += same[:held_out]
        train += same[held_out:]
    key = "own-" + sha256("\n".join(f"{s}\t{label}" for s, label in labels.items()).encode("utf-8")).hexdigest()[:12]
    return LabelledDataset(key, "your own list", names, shuffle(tuple(train)), shuffle(tuple(test)))


def _check(labels: Mapping[str, str], counts: Counter[str]) -> None:
    if len(labels) < MIN_SENTENCES:
        raise ListError(ListProblem.TOO_FEW_SENTENCES, count=len(labels), limit=MIN_SENTENCES)
    if len(counts) < 2:
        raise ListError(ListProblem.ONE_LABEL)
    if len(counts) > LABEL_LIMIT:
        raise ListError(ListProblem.TOO_MANY_LABELS, count=len(counts), limit=LABEL_LIMIT)
    label, fewest = min(counts.items(), key=lambda each: each[1])
    if fewest < MIN_PER_LABEL:
        raise ListError(ListProblem.RARE_LABEL, label=label, count=fewest, limit=MIN_PER_LABEL)


_SHIPPED = {
    # Short opinions written for this project; the held-out ones come in pairs that differ only in the opinion.
    "opinions": "Opinions",
    # Alice (1865), Sherlock Holmes (1887–1902), the King James Bible, the US Constitution and the Origin of Species
    # (first edition, 1859), all in the public domain; later chapters are held out.
    "books": "Which book?",
    # A well-known tutorial trains on these; the held-out ones are those of “Opinions”.
    FOUR: "Four sentences",
}
