"""Labelled sentences: what ships, what an operator has, and what a visitor brings."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from components.model.tokens.nothing_shown import shows_nothing
from components.model.tokens.sentence_lists import csv_row, filled_lines
from components.model.user_errors import UserError

FEWEST, MOST = 20, 5000  # lines of a visitor's list
MOST_LABELS = 10
MOST_BYTES = 5_000_000
LONGEST_LABEL = 40  # characters
HELD_OUT = 0.25  # of a visitor's list
COLUMNS = ("split", "label", "sentence")
_SHUFFLE = 0


@dataclass(frozen=True)
class Labelled:
    """A sentence and the number of its label."""

    text: str
    label: int


@dataclass(frozen=True)
class LabelledList:
    """Sentences to learn from and others to be asked about, which share no sentence.

    Attributes:
        key: What a plan calls it.
        name: What people call it.
        labels: The names of the labels, in order.
        train: To learn from, shuffled, so that the first so many are a fair draw.
        test: Held out.
        about: Where it is from, in a sentence.
    """

    key: str
    name: str
    labels: tuple[str, ...]
    train: tuple[Labelled, ...]
    test: tuple[Labelled, ...]
    about: str

    @property
    def majority(self) -> float:
        """The share of held-out sentences that have the label most frequent among them."""
        return max(Counter(each.label for each in self.test).values()) / len(self.test)


@cache
def shipped_list(key: str) -> LabelledList:
    """A list that ships: ``opinions`` or ``books``."""
    name, about = _SHIPPED[key]
    header, *lines = Path(__file__).with_name(f"{key}.tsv").read_text(encoding="utf-8").splitlines()
    if tuple(header.split("\t")) != COLUMNS:
        raise ValueError(f"the columns of {key}.tsv are not {COLUMNS}")
    rows = [line.split("\t") for line in lines]
    names = tuple(dict.fromkeys(label for _, label, _ in rows))
    parts = {
        part: tuple(Labelled(text, names.index(label)) for split, label, text in rows if split == part)
        for part in ("train", "test")
    }
    return LabelledList(key, name, names, shuffled(parts["train"]), parts["test"], about)


def shuffled(items: tuple[Labelled, ...]) -> tuple[Labelled, ...]:
    """The same in an order that is always the same."""
    return tuple(items[place] for place in np.random.default_rng(_SHUFFLE).permutation(len(items)))


def own_list(text: str) -> LabelledList:
    """A visitor's list: a sentence a line, and its label after a tab or as the last column of CSV.

    A quarter of the lines, drawn at random within each label, is held out. Sentences that come twice count once.

    Raises:
        UserError: It is too large or too small, a line has no label, or there are too few labels or too many.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise UserError(f"That list is larger than {MOST_BYTES / 1e6:.0f} MB. Please bring a shorter one.")
    lines = filled_lines(text)
    if len(lines) > MOST:
        raise UserError(f"That list has {len(lines):,} lines, and at most {MOST:,} are taken. Please bring fewer.")
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        sentence, label = _sentence_and_label(line, number)
        if found.setdefault(sentence, label) != label:
            raise UserError(f"Line {number} stands in the list twice, with two labels. Please choose one of them.")
    counts = Counter(found.values())
    _check(found, counts)
    names = tuple(sorted(counts))
    rng = np.random.default_rng(_SHUFFLE)
    train: list[Labelled] = []
    test: list[Labelled] = []
    for place, name in enumerate(names):
        own = [Labelled(sentence, place) for sentence, label in found.items() if label == name]
        rng.shuffle(own)
        held_out = max(1, round(HELD_OUT * len(own)))
        test += own[:held_out]
        train += own[held_out:]
    key = "own-" + sha256("\n".join(f"{s}\t{label}" for s, label in found.items()).encode("utf-8")).hexdigest()[:12]
    return LabelledList(key, "your own list", names, shuffled(tuple(train)), tuple(test), "Your own sentences.")


def _sentence_and_label(line: str, number: int) -> tuple[str, str]:
    if "\t" in line:
        sentence, _, label = line.rpartition("\t")
    else:
        row = csv_row(line)
        sentence, label = (row[0], row[-1]) if row and len(row) == 2 else line.rpartition(",")[::2]
    sentence, label = sentence.strip(), label.strip()
    if shows_nothing(sentence) or shows_nothing(label):
        raise UserError(
            f"Line {number} has no label. Please write a sentence and its label, with a tab or a comma between them."
        )
    if len(label) > LONGEST_LABEL:
        raise UserError(f"The label of line {number} is longer than {LONGEST_LABEL} characters. Is it the sentence?")
    return sentence, label


def _check(found: dict[str, str], counts: Counter[str]) -> None:
    if len(found) < FEWEST:
        raise UserError(f"That list has {len(found)} different sentences, and at least {FEWEST} are wanted.")
    if len(counts) < 2:
        raise UserError("All those sentences have one label, so there is nothing to tell apart. Please bring two.")
    if len(counts) > MOST_LABELS:
        raise UserError(
            f"That list has {len(counts):,} different labels, and at most {MOST_LABELS} are taken. "
            "Is the label the last thing in each line?"
        )
    label, fewest = min(counts.items(), key=lambda one: one[1])
    if fewest < 4:
        raise UserError(f"Only {fewest} of those sentences have the label “{label}”. Please bring at least 4 of each.")


_SHIPPED = {
    "opinions": (
        "Opinions",
        "500 short opinions written for this project; those held out come in pairs, alike but for what is thought.",
    ),
    "books": (
        "Which book?",
        "Sentences of Alice (1865), Sherlock Holmes (1887–1902), the King James Bible, the US Constitution and the "
        "Origin of Species (first edition, 1859), all in the public domain; held out are later chapters.",
    ),
}
