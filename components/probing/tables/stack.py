"""Tables and findings of all tasks at once: the centre of gravity of each, and the mean of each group."""

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.probing.model.results import GroupCentre, LayerStack, ProbedTask, TaskGroup
from components.probing.model.tasks import probing_task
from components.tables.numbers import fixed
from components.tables.phrases import by_count, list_phrase, quoted

ORDER = (TaskGroup.SURFACE, TaskGroup.SYNTAX, TaskGroup.MEANING)
MEAN = "mean"
AVERAGE_NOTE = "In an average, each layer counts by the accuracy that it adds, so it can lie between two layers."
CLAIM = "the order many tutorials tell (surface, syntax, meaning)"


def stack_table(stack: LayerStack) -> pd.DataFrame:
    """One row per task that has a centre, and one per group for its mean, from surface to meaning.

    Columns: ``group``; ``task``, its name, or that of the group's mean; ``kind``, "task" or "mean"; ``centre`` with the
    95% interval ``low`` and ``high``; ``best``, the layer with the highest accuracy on all test items, from which the
    centre is computed, missing for a mean.
    """
    columns = ["group", "task", "kind", "centre", "low", "high", "best"]
    rows: list[tuple[object, ...]] = []
    means = {mean.group: mean for mean in stack.added}
    for group in ORDER:
        for probed in stack.tasks:
            task, centre = probing_task(probed.task), probed.added
            if task.group is group and centre is not None:
                rows.append((group.value, task.name, "task", *_ends(centre), _best_layer(probed)))
        if group in means:
            rows.append((group.value, mean_name(means[group]), MEAN, *_ends(means[group].centre), None))
    return pd.DataFrame(rows, columns=columns)


def mean_name(mean: GroupCentre) -> str:
    """The name of the row of a group: one task has no mean."""
    return f"{mean.group.value.capitalize()} ({'one task' if len(mean.tasks) == 1 else 'mean'})"


def stack_finding(stack: LayerStack, *, model: str) -> str:
    """Whether surface, syntax and meaning become readable in that order, by the means of the groups.

    Args:
        stack: All tasks.
        model: The model's name.
    """
    means = {group: mean for group in ORDER for mean in stack.added if mean.group is group}
    missing = [group for group in ORDER if group not in means]
    if missing:
        return _missing_finding(means, missing, model)
    pairs = [(first, second) for index, first in enumerate(ORDER) for second in ORDER[index + 1 :]]
    centres = {group: mean.centre for group, mean in means.items()}
    overlaps = [f"{first} and {second}" for first, second in pairs if _overlap(centres[first], centres[second])]
    wrong = [f"{second} before {first}" for first, second in pairs if centres[first].low > centres[second].high]
    if wrong:
        verdict, why = "this order does not hold", f"{list_phrase(wrong).capitalize()}: these intervals do not overlap."
    elif overlaps:
        which = f"The intervals of {' and of '.join(overlaps)}" if len(overlaps) < len(pairs) else "All intervals"
        verdict, why = "their order cannot be confirmed", f"{which} overlap."
    else:
        verdict, why = "this order holds", "The intervals do not overlap."
    layers = list_phrase([fixed(centre.value, 1) for centre in centres.values()])
    intervals = ", ".join(f"{group} {_range(centre)}" for group, centre in centres.items())
    return (
        f"On average, {list_phrase([*ORDER])} become readable in layers {layers}: {verdict} in {model}. "
        f"Many tutorials teach the order {', '.join(ORDER)}. {why} 95% intervals: {intervals}. "
        f"{_height_finding(stack, means)}"
    )


def nothing_added(stack: LayerStack) -> str:
    """Which tasks no layer reliably improves on layer 0; empty if there are none."""
    names = [quoted(probing_task(probed.task).name) for probed in stack.tasks if probed.added is None]
    if not names:
        return ""
    return f"{list_phrase(names)} {by_count(len(names), 'is', 'are')} left out: no layer reliably adds to layer 0."


def shown_note(stack: LayerStack) -> str:
    """How many tasks have no row, and why; empty if every task has one."""
    missing = sum(probed.added is None for probed in stack.tasks)
    if not missing:
        return ""
    shown = f"{len(stack.tasks) - missing} of {len(stack.tasks)} tasks are shown."
    return f"{shown} For the others, no layer is reliably better than layer 0."


def _best_layer(probed: ProbedTask) -> int:
    """The lowest layer with the highest accuracy on all test items, from which the centre of gravity is computed."""
    return max(range(len(probed.layers)), key=lambda layer: probed.layers[layer].overall.value)


def _missing_finding(means: dict[TaskGroup, GroupCentre], missing: list[TaskGroup], model: str) -> str:
    groups = list_phrase([group.value for group in missing], "or")
    nothing = f"no layer of {model} reliably adds to layer 0"
    if not means:
        return f"For {groups}, {nothing}, so the order cannot be tested."
    return f"{_places(means)}; for {groups}, {nothing}, so {CLAIM} cannot be tested."


def _places(means: dict[TaskGroup, GroupCentre]) -> str:
    """The mean centre of each group: "On average, surface becomes readable in layer 1.1, syntax in 1.6"."""
    first, *others = [group for group in ORDER if group in means]
    places = [f"On average, {first.value} becomes readable in layer {fixed(means[first].centre.value, 1)}"]
    places += [f"{group.value} in {fixed(means[group].centre.value, 1)}" for group in others]
    return ", ".join(places)


def _height_finding(stack: LayerStack, means: dict[TaskGroup, GroupCentre]) -> str:
    """How high in the stack the groups are."""
    last = len(stack.tasks[0].layers) - 1
    highest = max(mean.centre.high for mean in means.values())
    if highest < last / 2:
        return f"All three groups are in the lower half of the {last} layers."
    return f"The model has {last} layers."


def _overlap(first: Interval, second: Interval) -> bool:
    return first.low <= second.high and second.low <= first.high


def _range(centre: Interval) -> str:
    """The ends of an interval: "1.1–1.6"."""
    return f"{fixed(centre.low, 1)}–{fixed(centre.high, 1)}"


def _ends(centre: Interval) -> tuple[float, float, float]:
    return centre.value, centre.low, centre.high
