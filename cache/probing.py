"""Cached results of the room “What each layer knows”: probes of every layer, and cosines of words."""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine
from cache.sized_cache import LargeResults, SizedCache
from components.model.tokens.occurrences import find_occurrences
from components.probing.model.cosine_results import Correction, CosineProfile, PairCosines, WordPlace
from components.probing.model.custom import Labelled
from components.probing.model.items import TRAINING, ItemSet, ProbeItem, TextSpan, whole_text
from components.probing.model.results import LayerStack, ProbedTask, ProbeProgress
from components.probing.model.tasks import (
    BANK,
    CUSTOM,
    OPINIONS,
    TASKS,
    ProbingTask,
    probing_task,
    span_items,
    text_items,
    word_items,
)
from components.probing.model.tree_files import tree_evaluations as shipped_evaluations
from components.probing.model.tree_results import PredictedTrees, TreeEvaluation
from components.senses.model.presets import sense_presets
from components.teaching.model.datasets import shipped_dataset

if TYPE_CHECKING:
    from components.probing.model.cosines import FittedLayers
    from components.probing.model.gravity import ProbeDraws
    from components.probing.model.vectors import SpanVectors
    from components.probing.model.word_sample import WordSample

Report = Callable[[str], None]
OnLayer = Callable[[ProbeProgress], None]
_PROBED: "SizedCache[tuple[ProbedTask, ProbeDraws]]" = SizedCache(300, lambda _: 1)
_STACKS: SizedCache[LayerStack] = SizedCache(50, lambda _: 1)
_PROFILES: SizedCache[CosineProfile] = SizedCache(300, lambda _: 1)
_PAIRS: SizedCache[PairCosines] = SizedCache(1000, lambda _: 1)
_FITTED: "LargeResults[FittedLayers]" = LargeResults("fitted corrections", lambda fitted: fitted.size)
_SAMPLES: "LargeResults[WordSample]" = LargeResults("sampled words", lambda sample: int(sample.vectors.nbytes))
_VECTORS: "LargeResults[SpanVectors]" = LargeResults("probing vectors", lambda read: int(read.vectors.nbytes))


def probed_task(
    model_id: str, task: str, on_progress: Report, *, custom: Labelled = (), on_layer: OnLayer | None = None
) -> ProbedTask:
    """A task, probed on every layer of a model; arguments are those of :func:`probed_with_draws`."""
    return probed_with_draws(model_id, task, on_progress, custom=custom, on_layer=on_layer)[0]


def layer_stack(model_id: str, on_progress: Report) -> LayerStack:
    """All tasks on every layer of a model, from the sentences that ship."""

    def compute() -> LayerStack:
        from components.probing.model.gravity import stack_layers

        def report(task: ProbingTask, text: str) -> None:
            on_progress(f"{task.name}: {text}")

        return stack_layers([probed_with_draws(model_id, task.key, partial(report, task)) for task in TASKS])

    return _STACKS.get(model_id, compute)


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

    def compute() -> "tuple[ProbedTask, ProbeDraws]":
        from components.probing.model.probe import probe_layers

        items, opened = task_items(task, custom), engine().open_model(model_id)
        if on_layer is not None:
            on_layer(ProbeProgress((), (), opened.model.config.num_hidden_layers + 1, 0.0))
        source = probing_task(task).source
        vectors = _VECTORS.get((model_id, source, custom), lambda: _read_spans(model_id, items, on_progress))
        return probe_layers(vectors, items, opened.conditions, on_progress=report)

    def report(progress: ProbeProgress) -> None:
        on_progress(f"layer {len(progress.accuracies)} of {progress.layer_count - 1}")
        if on_layer is not None and progress.accuracies:
            on_layer(progress)

    return _PROBED.get((model_id, task, custom), compute)


def task_items(task: str, custom: Labelled = ()) -> ItemSet:
    """The items of a task: those of a visitor, or those that ship."""
    if task == CUSTOM:
        return text_items(CUSTOM, [text for text, _ in custom], [label for _, label in custom])
    return _shipped_items(probing_task(task))


@cache
def _shipped_items(task: ProbingTask) -> ItemSet:
    makers = {BANK: _bank_items, OPINIONS: _opinion_items}
    return makers.get(task.source, word_items)(task)


@st.cache_data(max_entries=500, show_spinner=False)
def sentence_trees(model_id: str, sentence: str) -> PredictedTrees:
    """The trees read from each layer of a sentence.

    Raises:
        UserError: The model has no structural probe, or the sentence has no tree; see
            :func:`components.probing.model.structural_probe.predict_trees`.
    """
    from components.probing.model.structural_probe import load_structural_probe, predict_trees

    probe = load_structural_probe(model_id)
    return predict_trees(*engine().read(model_id, sentence), probe)


def tree_evaluations() -> dict[str, TreeEvaluation]:
    """The recorded figures of every model with a structural probe, by its id."""
    return shipped_evaluations()


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


def _read_spans(model_id: str, items: ItemSet, on_progress: Report) -> "SpanVectors":
    from components.probing.model.vectors import span_vectors

    return span_vectors(
        engine().open_model(model_id),
        items.spans,
        on_progress=lambda done, of: on_progress(f"{done:,} of {of:,} texts read"),
    )


def cosine_profile(model_id: str, added: tuple[str, ...], correction: Correction, on_progress: Report) -> CosineProfile:
    """The mean cosines of words at every layer, over the sentences that ship and those of a visitor.

    Args:
        model_id: The model.
        added: The visitor's sentences.
        correction: What is done to the vectors.
        on_progress: Called with the progress in words.

    Raises:
        UserError: A sentence cannot be read.
    """

    def compute() -> CosineProfile:
        from components.probing.model.cosines import cosine_profile

        fitted = _fitted_layers(model_id, added, correction, on_progress)
        return cosine_profile(_word_sample(model_id, added, on_progress), fitted)

    return _PROFILES.get((model_id, added, correction), compute)


def pair_cosines(
    model_id: str,
    added: tuple[str, ...],
    correction: Correction,
    places: tuple[WordPlace, WordPlace],
    on_progress: Report,
) -> PairCosines:
    """The cosine of two words at every layer, beside those of random pairs; arguments as of :func:`cosine_profile`."""

    def compute() -> PairCosines:
        from components.probing.model.cosines import pair_cosines
        from components.probing.model.word_sample import read_words

        of_pair = read_words(engine().open_model(model_id), [place.sentence for place in places])
        return pair_cosines(_fitted_layers(model_id, added, correction, on_progress), of_pair, places)

    return _PAIRS.get((model_id, added, correction, places), compute)


def _fitted_layers(
    model_id: str, added: tuple[str, ...], correction: Correction, on_progress: Report
) -> "FittedLayers":
    def compute() -> "FittedLayers":
        from components.probing.model.cosines import fit_layers

        return fit_layers(_word_sample(model_id, added, on_progress), correction)

    return _FITTED.get((model_id, added, correction), compute)


def _word_sample(model_id: str, added: tuple[str, ...], on_progress: Report) -> "WordSample":
    def compute() -> "WordSample":
        from components.probing.model.word_sample import read_words, sample_sentences

        return read_words(
            engine().open_model(model_id),
            (*sample_sentences(), *added),
            on_progress=lambda done, of: on_progress(f"{done:,} of {of:,} sentences read"),
        )

    return _SAMPLES.get((model_id, added), compute)
