"""Cached results of the room “What each layer knows”: probes of every layer."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results
from components.model.lists.datasets import shipped_dataset
from components.model.tokens.occurrences import find_occurrences
from components.model.word_senses import sense_presets
from components.probing.model.custom import Labelled
from components.probing.model.items import TRAINING, ItemSet, ProbeItem, TextSpan, whole_text
from components.probing.model.results import ProbedTask, ProbeProgress
from components.probing.model.tasks import (
    BANK,
    CUSTOM,
    OPINIONS,
    ProbingTask,
    probing_task,
    span_items,
    text_items,
    word_items,
)
from components.probing.model.tree_results import PredictedTrees

if TYPE_CHECKING:
    from components.probing.model.gravity import ProbeDraws
    from components.probing.model.vectors import SpanVectors

Report = Callable[[str], None]
OnLayer = Callable[[ProbeProgress], None]


def probed_task(
    model_id: str, task: str, on_progress: Report, *, custom: Labelled = (), on_layer: OnLayer | None = None
) -> ProbedTask:
    """A task, probed on every layer of a model; arguments are those of :func:`probed_with_draws`."""
    return probed_with_draws(model_id, task, on_progress, custom=custom, on_layer=on_layer)[0]


@share_results(300)
def probed_with_draws(
    model_id: str, task: str, on_progress: Report, *, custom: Labelled = (), on_layer: OnLayer | None = None
) -> "tuple[ProbedTask, ProbeDraws]":
    """A task, probed on every layer of a model, with the resampled centres of gravity.

    Args:
        model_id: The model.
        task: The key of the task.
        on_progress: Called with the progress in words.
        custom: A visitor's texts and labels, for the task that consists of them.
        on_layer: Called before the texts are read, and after each layer but the last, with the layers that are done.

    Raises:
        UserError: A visitor's labels are too few.
    """
    from components.probing.model.probe import probe_layers

    def report(progress: ProbeProgress) -> None:
        on_progress(f"layer {len(progress.accuracies)} of {progress.layer_count - 1}")
        if on_layer is not None and progress.accuracies:
            on_layer(progress)

    items, opened = task_items(task, custom), engine().open_model(model_id)
    if on_layer is not None:
        on_layer(ProbeProgress((), (), opened.model.config.num_hidden_layers + 1, 0.0))
    vectors = _read_spans(model_id, probing_task(task).source, custom, items, on_progress)
    return probe_layers(vectors, items, opened.conditions, on_progress=report)


def task_items(task: str, custom: Labelled = ()) -> ItemSet:
    """The items of a task: those of a visitor, or those that ship."""
    if task == CUSTOM:
        return text_items(CUSTOM, [text for text, _ in custom], [label for _, label in custom])
    return _shipped_items(probing_task(task))


@cache
def _shipped_items(task: ProbingTask) -> ItemSet:
    makers = {BANK: _bank_items, OPINIONS: _opinion_items}
    return makers.get(task.source, word_items)(task)


@share_results(500)
def sentence_trees(model_id: str, sentence: str) -> PredictedTrees:
    """The trees read from each layer of a sentence.

    Raises:
        UserError: The model has no structural probe, or the sentence has no tree; see
            :func:`components.probing.model.structural_probe.predict_trees`.
    """
    from components.probing.model.structural_probe import load_structural_probe, predict_trees

    probe = load_structural_probe(model_id)
    return predict_trees(*engine().read(model_id, sentence), probe)


def _bank_items(task: ProbingTask) -> ItemSet:
    preset = sense_presets()[0]
    labelled = [
        (TextSpan(each.sentence, *find_occurrences(each.sentence, preset.forms)[0]), each.sense)
        for each in preset.sentences
    ]
    return span_items(task.key, labelled)


def _opinion_items(task: ProbingTask) -> ItemSet:
    dataset = shipped_dataset("opinions")
    spans: list[TextSpan] = []
    items: list[ProbeItem] = []
    for fold, sentences in ((TRAINING, dataset.train), (0, dataset.test)):
        for sentence in sentences:
            items.append(ProbeItem(len(spans), dataset.labels[sentence.label], fold))
            spans.append(whole_text(sentence.text))
    return ItemSet(task.key, tuple(spans), tuple(items), by_form=False)


@share_results(
    size=lambda read: int(read.vectors.nbytes),
    by=lambda model_id, source, custom, *_: (model_id, source, custom),  # tasks of one source have the same texts
)
def _read_spans(model_id: str, source: str, custom: Labelled, items: ItemSet, on_progress: Report) -> "SpanVectors":
    from components.probing.model.vectors import span_vectors

    return span_vectors(
        engine().open_model(model_id),
        items.spans,
        on_progress=lambda done, of: on_progress(f"{done:,} of {of:,} texts read"),
    )
