"""The tasks that layers are probed for, with their items from sentences that ship with this repository."""

from collections.abc import Sequence
from dataclasses import dataclass

from components.probing.model.items import (
    TEST_LIMIT,
    TRAIN_LIMIT,
    TRAINING,
    ItemSet,
    ProbeItem,
    TextSpan,
    fold_numbers,
    sample_items,
    whole_text,
)
from components.probing.model.results import TaskGroup
from components.probing.model.sentences import NOTHING, labelled_sentences, word_spans

CUSTOM = "custom"
WORDS, BANK, OPINIONS = "words", "bank", "opinions"  # sources of items


@dataclass(frozen=True)
class ProbingTask:
    """A task.

    Attributes:
        key: Its name in code and links.
        name: Its name on the screen.
        group: What kind of knowledge it asks for.
        question: What the probe has to say about an item.
        source: Where its items come from.
        in_treebank: Whether it can also be made from a treebank.
    """

    key: str
    name: str
    group: TaskGroup
    question: str
    source: str = WORDS
    in_treebank: bool = True


TASKS = (
    ProbingTask("sense", "The sense of “bank”", TaskGroup.MEANING, "Is it about money or a river?", BANK, False),
    ProbingTask("part", "Part of speech", TaskGroup.SYNTAX, "Is the word a noun, a verb, an adjective, …?"),
    ProbingTask("number", "Number", TaskGroup.SYNTAX, "Is the noun singular or plural?"),
    ProbingTask("tense", "Tense", TaskGroup.SYNTAX, "Is the verb in the present or in the past?"),
    ProbingTask("role", "Subject or object", TaskGroup.SYNTAX, "Is the noun a subject or an object?"),
    ProbingTask("depth", "Depth in the tree", TaskGroup.SYNTAX, "How many arcs lead from the root to the word?"),
    ProbingTask("length", "Length of the sentence", TaskGroup.SURFACE, "How long is the sentence of the word?"),
    ProbingTask("position", "Position of the word", TaskGroup.SURFACE, "Where in its sentence is the word?"),
    ProbingTask("letter", "First letter", TaskGroup.SURFACE, "Which letter does the word begin with?"),
    ProbingTask(
        "animacy",
        "Animacy",
        TaskGroup.MEANING,
        "Does the noun name a person or an animal, or a thing?",
        in_treebank=False,
    ),
    ProbingTask(
        "opinion", "Opinion", TaskGroup.MEANING, "Does the sentence say something good or bad?", OPINIONS, False
    ),
)
CUSTOM_TASK = ProbingTask(CUSTOM, "Your own labels", TaskGroup.CUSTOM, "Which of your labels?", CUSTOM, False)


def probing_task(key: str) -> ProbingTask:
    """A task by its key.

    Raises:
        KeyError: There is none.
    """
    return {task.key: task for task in (*TASKS, CUSTOM_TASK)}[key]


def word_items(task: ProbingTask) -> ItemSet:
    """The items of a task about single words, from the made-up sentences."""
    spans: list[TextSpan] = []
    items: list[ProbeItem] = []
    for sentence in labelled_sentences():
        fold = 0 if sentence.tests else TRAINING
        for (start, end), label in zip(word_spans(sentence.text), sentence.labels[task.key], strict=True):
            if label != NOTHING:
                items.append(ProbeItem(len(spans), label, fold))
            spans.append(TextSpan(sentence.text, start, end))
    return ItemSet(task.key, tuple(spans), sample_items(items, TRAIN_LIMIT, TEST_LIMIT), by_form=True)


def span_items(task: str, labelled: Sequence[tuple[TextSpan, str]]) -> ItemSet:
    """The items of a task with one label a text; each fold is tested in turn."""
    folds = fold_numbers([label for _, label in labelled])
    items = tuple(ProbeItem(index, label, folds[index]) for index, (_, label) in enumerate(labelled))
    return ItemSet(task, tuple(span for span, _ in labelled), items, by_form=False)


def text_items(task: str, texts: Sequence[str], labels: Sequence[str]) -> ItemSet:
    """The items of a task about whole texts."""
    return span_items(task, [(whole_text(text), label) for text, label in zip(texts, labels, strict=True)])
