"""Centres of gravity: at which layer, on average, a label becomes readable.

After Tenney, Das and Pavlick 2019 (https://arxiv.org/abs/1905.05950): the mean of the layers, each weighted by what it
gains over the layers below. The gain of layer k is how much the best accuracy up to layer k exceeds the best one below.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.statistics.bootstrap import Floats64, Interval, interval
from components.probing.model.results import GroupCentre, LayerStack, ProbedTask, TaskGroup
from components.probing.model.tasks import probing_task

Layers = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ProbeDraws:
    """The resampled centres of gravity of a task, for means over tasks. *Shape:* (resample,) each, or None."""

    whole: Floats64 | None
    added: Floats64 | None


def whole_centre(accuracies: Floats64, draws: Floats64, majority: float) -> tuple[Interval, Floats64] | None:
    """The centre of gravity with layer 0, whose gain is over always guessing the commonest label.

    Args:
        accuracies: *Shape:* (layer + 1,)
        draws: The same in resamples. *Shape:* (layer + 1, resample)
        majority: The accuracy of the guess.

    Returns:
        The centre with its interval, and the centre in each resample; None if no layer reliably gains anything.
    """
    floor = np.full((1, draws.shape[1]), majority)
    return _centre(np.concatenate([[majority], accuracies]), np.concatenate([floor, draws]), np.arange(len(accuracies)))


def added_centre(accuracies: Floats64, draws: Floats64) -> tuple[Interval, Floats64] | None:
    """The centre of gravity of what the layers add to layer 0. Arguments and result as of :func:`whole_centre`."""
    return _centre(accuracies, draws, np.arange(1, len(accuracies)))


def _centre(scores: Floats64, draws: Floats64, layers: Layers) -> tuple[Interval, Floats64] | None:
    """*Shape:* ``scores`` (layer + 1,), with the score below the first layer in front; ``layers`` (layer,)."""
    best = int(scores.argmax())
    if interval(float(scores[best] - scores[0]), draws[best] - draws[0]).low <= 0:
        return None
    value = _weighted_mean(scores[:, None], layers)[0]
    resampled = _weighted_mean(draws, layers)
    resampled = np.where(np.isfinite(resampled), resampled, value)
    return interval(float(value), resampled), resampled


def _weighted_mean(scores: Floats64, layers: Layers) -> Floats64:
    """*Shape:* ``scores`` (layer + 1, resample) -> (resample,); NaN where nothing is gained."""
    gains = np.diff(np.maximum.accumulate(scores, axis=0), axis=0)
    total = gains.sum(axis=0)
    mean: Floats64 = np.where(
        total > 0, (layers[:, None] * gains).sum(axis=0) / np.where(total > 0, total, 1.0), np.nan
    )
    return mean


def stack_layers(probed: Sequence[tuple[ProbedTask, ProbeDraws]]) -> LayerStack:
    """All tasks of a model, with the mean centre of gravity of each group of tasks."""
    groups = [group for group in TaskGroup if any(probing_task(task.task).group is group for task, _ in probed)]
    of_group = {group: [pair for pair in probed if probing_task(pair[0].task).group is group] for group in groups}
    whole = [_group_centre(group, [(t.task, t.whole, d.whole) for t, d in of_group[group]]) for group in groups]
    added = [_group_centre(group, [(t.task, t.added, d.added) for t, d in of_group[group]]) for group in groups]
    return LayerStack(
        tuple(task for task, _ in probed),
        tuple(centre for centre in whole if centre is not None),
        tuple(centre for centre in added if centre is not None),
    )


def _group_centre(
    group: TaskGroup, centres: Sequence[tuple[str, Interval | None, Floats64 | None]]
) -> GroupCentre | None:
    """The mean over the tasks that have a centre; None if none has."""
    defined = [(key, centre.value, draws) for key, centre, draws in centres if centre is not None and draws is not None]
    if not defined:
        return None
    value = float(np.mean([centre for _, centre, _ in defined]))
    # Tasks of one text are resampled in step, so that the mean keeps what they have in common.
    resampled = np.mean([draws for _, _, draws in defined], axis=0)
    return GroupCentre(group, interval(value, resampled), tuple(key for key, _, _ in defined))
