"""What is said about the order of the groups is true for their centres, whatever they are."""

from dataclasses import replace

from components.model.statistics.bootstrap import Interval
from components.probing.model.results import GroupCentre, LayerStack, TaskGroup
from components.probing.tables.stack import mean_name, nothing_added, shown_note, stack_finding, stack_table
from tests.components.probing.scores import around, probed_task

TASKS = {"letter": TaskGroup.SURFACE, "part": TaskGroup.SYNTAX, "sense": TaskGroup.MEANING}


def stack_of(*centres: float | None, width: float = 0.2, layers: int = 7) -> LayerStack:
    """A task of each group with its centre; None for a task that no layer adds to."""
    intervals = [None if centre is None else Interval(centre - width, centre, centre + width) for centre in centres]
    tasks = tuple(
        probed_task([0.5] * layers, task=task, centre=centre) for task, centre in zip(TASKS, intervals, strict=True)
    )
    means = tuple(
        GroupCentre(group, centre, (task,))
        for (task, group), centre in zip(TASKS.items(), intervals, strict=True)
        if centre is not None
    )
    return LayerStack(tasks, means, means)


def finding(stack: LayerStack) -> str:
    return stack_finding(stack, model="MiniLM")


def test_the_claim_holds_where_the_means_are_apart_and_in_order() -> None:
    text = finding(stack_of(0.5, 1.5, 4.0))
    assert "surface, syntax and meaning become readable in layers 0.5, 1.5 and 4.0: this order holds in MiniLM" in text
    assert "surface 0.3–0.7, syntax 1.3–1.7, meaning 3.8–4.2" in text
    assert "The model has 6 layers" in text


def test_an_order_within_the_intervals_cannot_be_confirmed() -> None:
    for centres in ((1.0, 1.1, 2.5), (1.1, 1.0, 2.5)):  # in the tutorials' order or not: it could be either
        text = finding(stack_of(*centres))
        assert "cannot be confirmed" in text
        assert "surface and syntax overlap" in text
    for centres in ((1.0, 1.1, 1.2), (1.0, 1.0, 1.0), (1.2, 1.1, 1.0)):
        text = finding(stack_of(*centres))
        assert "All intervals overlap" in text
        assert "this order" not in text  # the layers shown may be in no order, or in another
    text = finding(stack_of(1.0, 1.1, 2.5))
    assert "All three groups are in the lower half of the 6 layers" in text


def test_another_order_is_said_to_be_so() -> None:
    text = finding(stack_of(2.0, 4.0, 0.5))
    assert "does not hold" in text
    assert "Meaning before surface and meaning before syntax: these" in text
    assert "Syntax before surface: these" in finding(stack_of(2.0, 1.0, 3.0))


def test_a_group_without_a_centre_cannot_be_ordered() -> None:
    text = finding(stack_of(None, 1.0, 2.0))
    assert "syntax becomes readable in layer 1.0, meaning in 2.0; for surface, no layer of MiniLM reliably adds" in text
    assert "cannot be tested" in finding(stack_of(None, None, None))
    assert nothing_added(stack_of(None, 1.0, 2.0)).startswith("“First letter” is left out")
    assert nothing_added(stack_of(0.5, 1.0, 2.0)) == ""
    assert shown_note(stack_of(None, 1.0, 2.0)).startswith("2 of 3 tasks")
    assert shown_note(stack_of(0.5, 1.0, 2.0)) == ""


def test_the_table_has_the_tasks_of_each_group_and_then_its_mean() -> None:
    table = stack_table(stack_of(None, 1.0, 2.0))
    tasks, means = table["task"].tolist()[::2], table["task"].tolist()[1::2]
    assert tasks == ["Part of speech", "The sense of “bank”"]
    assert means == ["Syntax (one task)", "Meaning (one task)"]
    assert table["kind"].tolist() == ["task", "mean"] * 2
    assert table["low"].tolist() == [0.8, 0.8, 1.8, 1.8]


def test_the_best_layer_is_of_the_accuracy_that_the_centre_is_made_of() -> None:
    stack = stack_of(0.5, 1.0, 2.0)
    layers = tuple(
        replace(score, accuracy=around(0.9 if layer == 5 else 0.5), overall=around(0.8 if layer == 2 else 0.5))
        for layer, score in enumerate(stack.tasks[0].layers)
    )
    tasks = (replace(stack.tasks[0], layers=layers), *stack.tasks[1:])
    table = stack_table(replace(stack, tasks=tasks))
    assert table.loc[table["task"] == "First letter", "best"].tolist() == [2]


def test_only_several_tasks_have_a_mean() -> None:
    centre = Interval(0.8, 1.0, 1.2)
    assert mean_name(GroupCentre(TaskGroup.SURFACE, centre, ("letter",))) == "Surface (one task)"
    assert mean_name(GroupCentre(TaskGroup.SURFACE, centre, ("letter", "length"))) == "Surface (mean)"
