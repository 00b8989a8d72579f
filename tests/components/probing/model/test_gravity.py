"""Centres of gravity: hand-made accuracies have the centres that one counts by hand."""

import numpy as np
import pytest

from components.model.statistics.bootstrap import Floats64, Interval
from components.probing.model.gravity import ProbeDraws, added_centre, stack_layers, whole_centre
from components.probing.model.results import TaskGroup
from tests.components.probing.scores import probed_task


def draws_of(accuracies: Floats64) -> Floats64:
    """The same accuracies in ten resamples."""
    return np.repeat(accuracies[:, None], 10, axis=1)


def test_a_centre_is_the_mean_of_the_layers_weighted_by_their_gains() -> None:
    accuracies = np.array([0.5, 0.6, 0.55, 0.9, 0.7])  # gains: 0.1 in layer 1, 0.3 in layer 3
    added = added_centre(accuracies, draws_of(accuracies))
    assert added is not None
    assert added[0].value == pytest.approx((1 * 0.1 + 3 * 0.3) / 0.4)
    whole = whole_centre(accuracies, draws_of(accuracies), 0.3)
    assert whole is not None
    assert whole[0].value == pytest.approx((0 * 0.2 + 1 * 0.1 + 3 * 0.3) / 0.6)


def test_a_task_that_gains_nothing_reliably_has_no_centre() -> None:
    accuracies = np.array([0.9, 0.8, 0.85])
    assert added_centre(accuracies, draws_of(accuracies)) is None
    assert whole_centre(accuracies, draws_of(accuracies), 0.95) is None
    slight = np.array([0.9, 0.91])
    noise = draws_of(slight) + np.linspace(-0.05, 0.05, 10) * np.array([[1.0], [-1.0]])
    assert added_centre(slight, noise) is None


def test_a_group_has_the_mean_of_its_tasks_and_leaves_out_those_without_a_centre() -> None:
    first, second = Interval(0.5, 1.0, 1.5), Interval(2.5, 3.0, 3.5)
    tasks = [
        (probed_task([0.5, 0.9], task="part", centre=first), ProbeDraws(np.full(9, 1.0), np.full(9, 1.0))),
        (probed_task([0.5, 0.9], task="role", centre=second), ProbeDraws(np.full(9, 3.0), np.full(9, 3.0))),
        (probed_task([0.5, 0.9], task="tense"), ProbeDraws(None, None)),
        (probed_task([0.5, 0.9], task="letter"), ProbeDraws(None, None)),
    ]
    stack = stack_layers(tasks)
    assert [task.task for task in stack.tasks] == ["part", "role", "tense", "letter"]
    (syntax,) = stack.added
    assert (syntax.group, syntax.centre.value, syntax.tasks) == (TaskGroup.SYNTAX, 2.0, ("part", "role"))
    assert stack.whole == stack.added
