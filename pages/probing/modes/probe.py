"""Probe each layer: train a probe and its control on the vectors of every layer."""

from contextlib import nullcontext
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.probing
from cache.shipped.first_probe import first_probe
from cache.shipped.probes import CARD, recorded_probes, recorded_task
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.probing.charts.probe import probe_lines, progress_lines
from components.probing.model.custom import Labelled
from components.probing.model.results import ProbedTask, ProbeProgress, TaskGroup
from components.probing.model.tasks import CUSTOM_TASK, TASKS, ProbingTask
from components.probing.tables.probe import probe_finding, probe_table, progress_table, sizes_note
from pages.parts.findings import WHY_ANSWERS_DIFFER, Findings, Provenance, precomputed_findings, room_prose
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.long_work import show_progress
from pages.parts.rooms import PATCHING, PROBING
from pages.parts.settings import choice
from pages.probing.labels import LABELS, custom_list, example_labels
from pages.probing.order import TITLE, draw_order

SHIPPED, TREEBANK = "Built-in sentences (trained now)", "English Web Treebank (stored result)"
EXAMPLE_NAME = "Animal or tool (an example list)"
CONTROL_NOTE = (
    "The control is a probe for random labels. A word always has the same one, so they can only be learned by heart."
)
TRY = "Choose another example: which layer knows it first?"
LIMITS = (
    "A probe is a small classifier, trained on the vectors of one layer. It shows what can be read from them, not that "
    "the model uses it."
)


def show(model: ModelRecord) -> Findings | None:
    """Draw the accuracy of the probes of one task by layer; the drawer has the order of all tasks."""
    findings = _probe(model)
    recorded = recorded_probes(model.id)
    if recorded is not None:
        in_drawer(TITLE, partial(draw_order, model, recorded))
    return findings


def _probe(model: ModelRecord) -> Findings | None:
    """Train the probes of a task, or take recorded ones, and draw them."""
    with rare_settings():
        task = _choose_task()
        probed = recorded_task(model.id, task.key) if task.in_treebank else None
        sentences = [SHIPPED, TREEBANK]
        is_recorded = probed is not None and choice("Sentences", "sentences", sentences, drawn_as="list") == TREEBANK
    if task is not CUSTOM_TASK:
        st.query_params.pop(LABELS, None)
    if probed is not None and is_recorded:
        figure = draw(probed, task)
        note(f"Words of the {CARD.name} ({CARD.licence}). {CARD.split}")
        by = Provenance(model, probed.conditions, live=False, shows_size=False)
        return Findings(
            "recorded",
            [figure],
            probed.conditions,
            {
                "accuracies": [round(score.accuracy.value, 4) for score in probed.layers],
                "controls": [round(score.control.value, 4) for score in probed.layers],
            },
            about=room_prose(PROBING, "probe"),
            computed=(by,),
            code_note="The same layers, from the stored shares of right labels:",
            onward=link_to_patching,
        )
    custom: Labelled = ()
    if task is CUSTOM_TASK:
        labels = custom_list()
        if labels is None:
            return None
        custom = labels
    chart_place = st.empty()
    with show_progress("Training the probes", f"{model.id} {task.key} {hash(custom)}", key="probing") as report:
        probed = cache.probing.probed_task(
            model.id, task.key, report, custom=custom, on_layer=partial(_draw_trained_layers, chart_place)
        )
    name = EXAMPLE_NAME if custom and custom == example_labels() else task.name
    figure = draw(probed, task, name=name, chart_place=chart_place)
    return Findings("probe", [figure], probed.conditions, _code(task, custom), onward=link_to_patching)


def show_precomputed(_model: ModelRecord) -> Findings:
    """Draw the stored result of the first task while the model loads."""
    probed = first_probe.read()
    with rare_settings():
        task = _choose_task()
    if task is not TASKS[0]:
        st.caption(f"While the model loads, an example: {TASKS[0].name}")
    draw(probed, TASKS[0])
    return precomputed_findings(probed.conditions)


def draw(
    probed: ProbedTask, task: ProbingTask, *, name: str = "", chart_place: DeltaGenerator | None = None
) -> ChartFigure:
    """Draw a probed task: the finding, the curves, and how many items there were.

    Args:
        probed: The probes of every layer.
        task: The task.
        name: Replaces the task's name.
        chart_place: Where the curves are drawn; None for the page's flow.
    """
    finding, table = probe_finding(probed, name or task.name), probe_table(probed)
    headline(finding)
    try_this(TRY)
    chart = probe_lines(table)
    with nullcontext() if chart_place is None else chart_place:
        draw_chart(chart, key="probe-lines", alt=finding)
    control = CONTROL_NOTE if probed.by_form else ""
    note(task.question, control, sizes_note(probed), LIMITS)
    if task.group is TaskGroup.MEANING:
        note(WHY_ANSWERS_DIFFER)
    return ChartFigure("probe", chart, table)


def _draw_trained_layers(place: DeltaGenerator, progress: ProbeProgress) -> None:
    """Draw the layers that are trained so far, on the axes of the finished chart."""
    chart = progress_lines(progress_table(progress), progress.layer_count - 1)
    place.altair_chart(chart, alt="The accuracy of the layers trained so far.")


def link_to_patching() -> None:
    """Link to the room in which vectors are changed: reading is not using."""
    st.page_link(
        PATCHING.file, label="Does the model use it? See “Change its mind”", icon=PATCHING.icon, query_params={}
    )


def _choose_task() -> ProbingTask:
    tasks = (*TASKS, CUSTOM_TASK)
    names = [task.name for task in tasks]
    return tasks[names.index(choice("Task", "task", names, drawn_as="list"))]


def _code(task: ProbingTask, custom: Labelled) -> dict[str, Any]:
    """The values of the code to copy: a column of the file of sentences, or texts with their labels."""
    items = cache.probing.task_items(task.key, custom)
    if items.by_form:
        return {"column": task.key, "labelled": []}
    return {
        "column": "",
        "labelled": [
            (
                items.spans[item.span].text,
                items.spans[item.span].start,
                items.spans[item.span].end,
                item.label,
                item.fold,
            )
            for item in items.items
        ],
    }
