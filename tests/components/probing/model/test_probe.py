"""Probes read what is in the vectors, and controls only what can be learned by heart."""

import numpy as np
import pytest

from components.model.user_errors import UserError
from components.probing.model.items import TRAINING, ItemSet, ProbeItem, TextSpan, fold_numbers, sample_items
from components.probing.model.probe import control_labels, majority_share, probe_layers
from components.probing.model.results import ProbeProgress
from components.probing.model.tasks import text_items
from components.probing.model.vectors import SpanVectors
from tests.components.probing.scores import CONDITIONS

WIDTH, TEXTS = 8, 60


def labelled_words(*, forms: int = 6, by_form: bool = True) -> ItemSet:
    """Two words a text; the second half of the texts is for testing, and its last words have new forms."""
    spans, items = [], []
    generator = np.random.default_rng(0)
    for text in range(TEXTS):
        tests = text >= TEXTS // 2
        for place in range(2):
            new = tests and place == 1 and text % 3 == 0
            form = f"new{text}" if new else f"word{generator.integers(forms):02}"
            whole = f"{text:03} {form}"
            items.append(ProbeItem(len(spans), "ab"[int(generator.integers(2))], 0 if tests else TRAINING))
            spans.append(TextSpan(whole, 4, len(whole)))
    return ItemSet("part", tuple(spans), tuple(items), by_form)


def vectors_with(items: ItemSet, strengths: list[float]) -> SpanVectors:
    """Noise at every layer, with the label in every dimension, as strong as is asked for."""
    generator = np.random.default_rng(1)
    vectors = generator.normal(size=(len(items.spans), len(strengths), WIDTH)).astype(np.float32)
    for item in items.items:
        for layer, strength in enumerate(strengths):
            vectors[item.span, layer] += strength * (1 if item.label == "a" else -1)
    return SpanVectors(vectors, np.ones(len(items.spans), dtype=np.bool_))


def test_a_label_in_the_vectors_is_read_at_its_layer_and_a_random_one_is_not() -> None:
    items = labelled_words()
    probed, _ = probe_layers(vectors_with(items, [0.0, 20.0]), items, CONDITIONS)
    noise, labelled = probed.layers
    assert labelled.accuracy.value == 1.0
    assert labelled.accuracy.low < 1.0  # so few items prove no certainty
    assert labelled.unseen is not None
    assert labelled.unseen.value == 1.0
    assert noise.accuracy.low < 0.5 < noise.accuracy.high + 0.1
    assert labelled.selectivity.value == pytest.approx(labelled.accuracy.value - labelled.control.value)
    assert probed.best_layer == probed.most_selective_layer == 1
    assert probed.whole is not None
    assert probed.whole.value > 0.8
    assert probed.added is not None
    assert probed.added.value == 1.0


def test_words_with_known_forms_and_new_ones_are_counted_apart() -> None:
    items = labelled_words()
    probed, _ = probe_layers(vectors_with(items, [1.0]), items, CONDITIONS)
    assert probed.test_count + probed.unseen_count == TEXTS
    assert probed.unseen_count == len([text for text in range(TEXTS // 2, TEXTS) if text % 3 == 0])
    assert probed.train_count == TEXTS
    assert probed.folds == 1


def test_layers_are_reported_as_they_end_with_the_shares_of_the_result() -> None:
    items, reports = labelled_words(), list[ProbeProgress]()
    probed, _ = probe_layers(vectors_with(items, [0.0, 1.0, 5.0]), items, CONDITIONS, on_progress=reports.append)
    assert [len(report.accuracies) for report in reports] == [0, 1, 2]
    assert reports[-1].accuracies == tuple(score.accuracy.value for score in probed.layers[:2])
    assert reports[-1].controls == tuple(score.control.value for score in probed.layers[:2])
    assert {report.majority for report in reports} == {probed.majority}
    assert {report.layer_count for report in reports} == {3}


def test_a_control_is_learned_by_heart_where_vectors_name_the_word() -> None:
    items = labelled_words(forms=5)
    vectors = np.zeros((len(items.spans), 1, 200), dtype=np.float32)
    forms = sorted({span.form for span in items.spans})
    for index, span in enumerate(items.spans):
        vectors[index, 0, forms.index(span.form)] = 1.0
    probed, _ = probe_layers(SpanVectors(vectors, np.ones(len(vectors), dtype=np.bool_)), items, CONDITIONS)
    assert probed.layers[0].control.value == 1.0
    assert probed.layers[0].selectivity.value < 0


def test_a_control_gives_each_form_one_label_and_each_text_any() -> None:
    labels, forms = np.array(["a", "b"] * 50), np.array([f"form{index % 7}" for index in range(100)])
    control = control_labels(labels, forms)
    assert all(len(set(control[forms == form])) == 1 for form in set(forms))
    shuffled = control_labels(labels, None)
    assert sorted(shuffled) == sorted(labels)
    assert (shuffled != labels).any()


def test_each_text_is_tested_once_by_probes_of_the_others() -> None:
    items = text_items("custom", [f"text {index}" for index in range(20)], ["a", "b"] * 10)
    assert sorted(item.fold for item in items.items) == sorted([0, 1, 2, 3, 4] * 4)
    probed, _ = probe_layers(vectors_with(items, [20.0]), items, CONDITIONS)
    assert (probed.folds, probed.test_count, probed.train_count) == (5, 20, 16)
    assert probed.layers[0].accuracy.value == 1.0
    assert probed.layers[0].unseen is None


def test_texts_that_cannot_be_read_are_left_out_and_too_few_are_an_error() -> None:
    items = text_items("custom", [f"text {index}" for index in range(20)], ["a", "b"] * 10)
    vectors = vectors_with(items, [20.0])
    readable = np.ones(20, dtype=np.bool_)
    readable[[0, 1]] = False
    assert probe_layers(SpanVectors(vectors.vectors, readable), items, CONDITIONS)[0].left_out == 2
    with pytest.raises(UserError):
        probe_layers(SpanVectors(vectors.vectors, np.zeros(20, dtype=np.bool_)), items, CONDITIONS)
    readable = np.array([item.label == "a" for item in items.items])
    with pytest.raises(UserError):
        probe_layers(SpanVectors(vectors.vectors, readable), items, CONDITIONS)


def test_items_are_sampled_for_each_part_and_folds_have_each_label() -> None:
    items = [ProbeItem(index, "a", TRAINING if index < 70 else 0) for index in range(100)]
    sampled = sample_items(items, 50, 40)
    assert [item.fold for item in sampled] == [TRAINING] * 50 + [0] * 30
    assert sampled == sample_items(items, 50, 40)
    assert fold_numbers(["a", "a", "b", "a", "b"]) == [0, 1, 0, 2, 1]
    assert majority_share(np.array(["a", "b", "b", "c"])) == 0.5
