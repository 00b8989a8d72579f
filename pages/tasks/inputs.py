"""The inputs of the room: a model, and an example with its mode. Each mode has its own text boxes."""

import streamlit as st

from cache.downloads import listed_models
from cache.shipped.first_task import first_task
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.unlisted import MULTITASK_MODEL, PUBLISHED_HEADS
from components.tasks.model.presets import DEFAULT_SETTINGS, TASK_PRESETS, TEXT, TaskPreset
from pages.parts.examples import Examples
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.parameters import MODE
from pages.parts.model_choice import choose_from
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.settings import current_value, set_values, write_number
from pages.tasks.context import TasksContext
from pages.tasks.modes import text
from pages.tasks.modes.span import PASSAGE

WIDTHS = (1.3, 2)  # of the examples and of the empty column


def choose_models() -> ModelRecord | None:
    """Choose the encoder with the bundled heads, or a model that was published with a head."""
    of_the_operator = (model for model in listed_models() if model.task_head is not None)
    return choose_from([MULTITASK_MODEL, *PUBLISHED_HEADS, *of_the_operator])


def read_inputs(model: ModelRecord) -> TasksContext:
    """Show the list of examples; returns the context of every mode."""
    if not hides_controls():
        examples, _ = st.columns(WIDTHS)
        with examples:
            EXAMPLES.draw_row()
    return TasksContext(model)


def show_precomputed(context: TasksContext) -> Findings:
    """Show the stored result of the first example while models load."""
    first = first_task()
    if context.model is not MULTITASK_MODEL or _current_preset() is not TASK_PRESETS[0]:
        st.caption(f"While the models load, an example: {TASK_PRESETS[0].name}")
    if st.query_params.get(MODE, TEXT) == TEXT:
        text.choose_text()
    text.draw(first.reading, first.encoder, first.reading.poolings[0].pooling)
    return precomputed_findings(first.reading.conditions)


def _apply_preset(preset: TaskPreset) -> None:
    if preset.mode == TASK_PRESETS[0].mode:
        st.query_params.pop(MODE, None)
    else:
        go_to_mode(preset.mode)
    settings = dict(preset.settings)
    passage = settings.pop(PASSAGE, None)
    write_number(PASSAGE, None if passage is None else int(passage))
    set_values(settings, DEFAULT_SETTINGS)


def _current_preset() -> TaskPreset | None:
    mode = st.query_params.get(MODE, TASK_PRESETS[0].mode)
    here = [preset for preset in TASK_PRESETS if preset.mode == mode]
    names = {name for preset in here for name, _ in preset.settings}
    defaults = {**DEFAULT_SETTINGS, PASSAGE: "0"}
    now = {name: value for name in names if (value := current_value(name)) not in (None, defaults[name])}
    return next((preset for preset in here if dict(preset.settings) == now), None)


def _uses_shipped_heads() -> bool:
    """Whether the notices of the examples apply: they are about the bundled heads."""
    return st.query_params.get("model", MULTITASK_MODEL.id) == MULTITASK_MODEL.id


EXAMPLES = Examples(TASK_PRESETS, use=_apply_preset, current=_current_preset, notice_applies=_uses_shipped_heads)
