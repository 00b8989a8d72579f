"""Probed tasks with hand-made accuracies, for tables and findings."""

from collections.abc import Sequence

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval
from components.probing.model.results import LayerScore, ProbedTask

CONDITIONS = Conditions("minilm", "bundled", "cpu", "float32", "torch")


def around(value: float, width: float = 0.02) -> Interval:
    """An interval of a share."""
    return Interval(max(0.0, value - width), value, min(1.0, value + width))


def probed_task(
    accuracies: Sequence[float],
    *,
    controls: Sequence[float] | None = None,
    unseen: Sequence[float] | None = None,
    task: str = "part",
    majority: float = 0.3,
    by_form: bool = True,
    folds: int = 1,
    width: float = 0.02,
    centre: Interval | None = None,
    left_out: int = 0,
) -> ProbedTask:
    """A task with these accuracies, one for each layer."""
    controls = controls or [0.5] * len(accuracies)
    layers = tuple(
        LayerScore(
            around(accuracy, width),
            around(control, width),
            Interval(accuracy - control - width, accuracy - control, accuracy - control + width),
            None if unseen is None else around(unseen[layer], width),
            around(accuracy, width),
        )
        for layer, (accuracy, control) in enumerate(zip(accuracies, controls, strict=True))
    )
    return ProbedTask(
        task=task,
        layers=layers,
        label_count=2,
        train_count=1000,
        test_count=400,
        unseen_count=0 if unseen is None else 200,
        majority=majority,
        chance=majority,
        by_form=by_form,
        folds=folds,
        whole=centre,
        added=centre,
        left_out=left_out,
        conditions=CONDITIONS,
    )
