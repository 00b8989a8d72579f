"""Items that a probe labels: words in sentences or whole texts, and which of them are for testing."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

TRAIN_LIMIT, TEST_LIMIT = 1000, 600  # words of a task that is trained while a visitor waits
FOLDS = 5
TRAINING = -1  # the fold of items that are never tested
SEED = 0


@dataclass(frozen=True)
class TextSpan:
    """A part of a text: a word, or all of it. ``start`` and ``end`` are in characters."""

    text: str
    start: int
    end: int

    @property
    def form(self) -> str:
        """Its letters without case."""
        return self.text[self.start : self.end].casefold()


@dataclass(frozen=True)
class ProbeItem:
    """A span with its label.

    Attributes:
        span: The index of the span among those of its source.
        label: Its label.
        fold: The fold in which it is tested; :data:`TRAINING` if it is in every training set.
    """

    span: int
    label: str
    fold: int


@dataclass(frozen=True)
class ItemSet:
    """The items of a task.

    Attributes:
        task: The key of the task.
        spans: The spans of the source, more than the task needs.
        items: What the probe labels.
        by_form: Whether items are words with different forms, so that random labels are drawn for each form.
    """

    task: str
    spans: tuple[TextSpan, ...]
    items: tuple[ProbeItem, ...]
    by_form: bool


def whole_text(text: str) -> TextSpan:
    """All of a text."""
    return TextSpan(text, 0, len(text))


def sample_items(items: Sequence[ProbeItem], train_limit: int, test_limit: int) -> tuple[ProbeItem, ...]:
    """Draw at most this many items for training and for testing, with a fixed seed; they stay in order."""
    generator, sampled = random.Random(SEED), []
    for tests, limit in ((False, train_limit), (True, test_limit)):
        part = [item for item in items if (item.fold != TRAINING) == tests]
        drawn = sorted(generator.sample(range(len(part)), min(limit, len(part))))
        sampled += [part[index] for index in drawn]
    return tuple(sampled)


def fold_numbers(labels: Sequence[str]) -> list[int]:
    """A fold for every item, so that each fold has about the same share of every label."""
    counts: Counter[str] = Counter()
    folds = []
    for label in labels:
        folds.append(counts[label] % FOLDS)
        counts[label] += 1
    return folds
