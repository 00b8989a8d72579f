"""A visitor's own labels: a list of words or sentences, each with a label."""

import csv
import io
from collections import Counter
from collections.abc import Sequence

from components.model.lists.columns import LABEL_LIMIT, ListKind
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import ListedSentence, labels_by_text, listed_sentences, read_table
from components.probing.model.items import FOLDS

CUSTOM_LIST = ListKind(limit=500, needs_value=True)
# Shown, and probed, until a visitor pastes a list: names of animals and of tools.
EXAMPLE_LIST = "\n".join(
    f"{word}\t{label}"
    for label, words in (
        ("animal", "wolf goat rabbit eagle shark cow duck spider frog donkey squirrel pigeon snake bee camel"),
        ("tool", "hammer saw drill spade knife brush axe needle rope shovel scissors chisel wrench razor fork"),
    )
    for word in words.split()
)


Labelled = tuple[tuple[str, str], ...]  # texts with their labels
HEADER = ("text", "label")


def read_labels(text: str) -> Labelled:
    """Texts with their labels, from a list as a visitor pastes it, one of each in a line.

    Raises:
        ListError: The list cannot be used.
    """
    return custom_labels(listed_sentences(read_table(text, CUSTOM_LIST)))


def labels_text(labels: Labelled) -> str:
    """Labels as a list that :func:`read_labels` reads without any doubt, with tabs and a line of column names."""
    lines = io.StringIO()
    csv.writer(lines, delimiter="\t", lineterminator="\n").writerows([HEADER, *labels])
    return lines.getvalue()


def custom_labels(rows: Sequence[ListedSentence]) -> Labelled:
    """Texts with their labels, each text once.

    Raises:
        ListError: There are too few texts, too few or too many labels, or a text has two labels.
    """
    labels = labels_by_text(rows)
    counts = Counter(labels.values())
    if len(labels) < 2 * FOLDS:
        raise ListError(ListProblem.TOO_FEW_SENTENCES, count=len(labels), limit=2 * FOLDS)
    if len(counts) < 2:
        raise ListError(ListProblem.ONE_LABEL)
    if len(counts) > LABEL_LIMIT:
        raise ListError(ListProblem.TOO_MANY_LABELS, count=len(counts), limit=LABEL_LIMIT)
    rarest, count = min(counts.items(), key=lambda item: item[1])
    if count < FOLDS:
        raise ListError(ListProblem.RARE_LABEL, label=rarest, count=count, limit=FOLDS)
    return tuple(labels.items())
