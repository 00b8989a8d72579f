"""Probes are cached, a stopped run is not, and items of all tasks come from what ships."""

import pytest

import cache.probing
from components.probing.model.tasks import TASKS, ProbingTask

MODEL = "pocket-distilbert"  # whose results no other test caches
pytestmark = pytest.mark.usefixtures("engine")


def test_probes_are_cached_and_a_stopped_run_is_not() -> None:
    def stop(_text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.probing.probed_task(MODEL, "sense", stop)
    reports: list[str] = []
    layers: list[int] = []
    first = cache.probing.probed_task(
        MODEL, "sense", reports.append, on_layer=lambda progress: layers.append(len(progress.accuracies))
    )
    assert layers == [0, 1, 2]
    assert reports[-1] == "layer 2 of 2"
    assert cache.probing.probed_task(MODEL, "sense", stop) is first
    assert first.layers[0].accuracy.value < 0.65  # the word is the same in every sentence
    assert first.layers[first.best_layer].accuracy.value > 0.85


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.key)
def test_every_task_has_its_items_with_labels(task: ProbingTask) -> None:
    items = cache.probing.task_items(task.key)
    assert len({item.label for item in items.items}) > 1
    assert all(items.spans[item.span].form.strip() for item in items.items)
