"""Recorded probes: every bundled model has them, and they are what their writer computes."""

from pathlib import Path

import pytest

import cache.probing
from cache.shipped.first_probe import first_probe
from cache.shipped.probes import BUNDLED, CARD, record, recorded_probes, recorded_task, rounded
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.tasks import TASKS

TREEBANK = Path(__file__).parents[4] / "shared" / "data" / "ud-ewt" / "train.conllu"


@pytest.mark.parametrize("model", BUNDLED)
def test_every_bundled_model_has_all_tasks_and_the_card(model: str) -> None:
    recorded = recorded_probes(model)
    assert recorded is not None
    assert recorded.card == CARD
    assert sorted(probed.task for probed in recorded.stack.tasks) == sorted(task.key for task in TASKS)
    for probed in recorded.stack.tasks:
        for score in probed.layers:
            assert 0 <= score.accuracy.low <= score.accuracy.value <= score.accuracy.high <= 1


def test_a_model_without_records_has_none() -> None:
    assert recorded_probes("bert-base-uncased") is None
    assert recorded_probes("../../etc/passwd") is None
    assert recorded_task(DEFAULT_MODEL, "nothing") is None


@pytest.mark.usefixtures("engine")
def test_the_first_probe_is_what_the_model_gives_now() -> None:
    stored = first_probe.read()
    live = cache.probing.probed_task(DEFAULT_MODEL, TASKS[0].key, lambda _text: None)
    assert (stored.train_count, stored.test_count, stored.unseen_count) == (
        live.train_count,
        live.test_count,
        live.unseen_count,
    )
    for first, second in zip(stored.layers, live.layers, strict=True):
        assert first.accuracy.value == pytest.approx(second.accuracy.value, abs=0.01)
        assert first.control.value == pytest.approx(second.control.value, abs=0.02)


def test_numbers_are_rounded_at_any_depth() -> None:
    probed = first_probe.read()
    assert rounded(probed) == probed
    assert rounded((0.123456, ("a", 1))) == (0.1235, ("a", 1))


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
@pytest.mark.skipif(not TREEBANK.is_file(), reason="the treebank does not ship")
def test_recorded_accuracies_are_what_the_writer_computes() -> None:
    stored, now = recorded_probes("pocket-distilbert"), record("pocket-distilbert", TREEBANK)
    assert stored is not None
    for first, second in zip(stored.stack.tasks, now.stack.tasks, strict=True):
        assert first.test_count == second.test_count
        for before, after in zip(first.layers, second.layers, strict=True):
            assert before.accuracy.value == pytest.approx(after.accuracy.value, abs=0.01)
