"""What a visitor chooses in the room: an example, which brings its mode along. Each mode asks for its own texts."""

import streamlit as st

from cache.downloads import listed_models
from cache.shipped.first_task import first_task
from components.model.checkpoints.multitask import MULTITASK_MODEL
from components.model.checkpoints.published_heads import PUBLISHED_HEADS
from components.model.checkpoints.records import ModelRecord
from components.tasks.model.presets import TASK_PRESETS, TEXT, USUAL, TaskPreset
from pages.parts.examples import Examples
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.model_choice import choose_from
from pages.parts.modes import MODE, go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.settings import current_value
from pages.tasks.context import TasksContext
from pages.tasks.modes import text
from pages.tasks.modes.span import PASSAGE

WIDTHS = (1.3, 2)  # of the examples and of nothing


def choose() -> ModelRecord | None:
    """The one encoder with eight heads, or one that was published with a head of its own."""
    of_the_operator = (model for model in listed_models() if model.task_head is not None)
    return choose_from([MULTITASK_MODEL, *PUBLISHED_HEADS, *of_the_operator])


def ask(model: ModelRecord) -> ModelRecord:
    """An example, from a list."""
    if not hides_controls():
        examples, _ = st.columns(WIDTHS)
        with examples:
            EXAMPLES.draw_row()
    return model


def context(model: ModelRecord) -> TasksContext:
    """What modes start from."""
    return TasksContext(model)


def beforehand(model: ModelRecord) -> Findings:
    """What was computed beforehand, of the first example."""
    found = first_task()
    if model is not MULTITASK_MODEL or _here() is not TASK_PRESETS[0]:
        st.caption(f"While the models load, an example: {TASK_PRESETS[0].name}")
    if st.query_params.get(MODE, TEXT) == TEXT:
        text.own_text()
    text.draw(found.reading, found.encoder)
    return precomputed_findings("text", found.reading.conditions)


def _use(preset: TaskPreset) -> None:
    if preset.mode == TASK_PRESETS[0].mode:
        st.query_params.pop(MODE, None)
    else:
        go_to_mode(preset.mode)
    st.query_params.pop(PASSAGE, None)
    settings = dict(preset.settings)
    for name, usual in USUAL.items():
        value = settings.get(name, usual)
        if name in st.session_state:  # it is on the screen, and writes the link itself
            st.session_state[name] = value
        elif name in settings:  # in the link, and in the session, where it is looked for when it is drawn
            st.query_params[name] = st.session_state[name] = value
        else:
            st.query_params.pop(name, None)


def _here() -> TaskPreset | None:
    mode = st.query_params.get(MODE, TASK_PRESETS[0].mode)
    here = [preset for preset in TASK_PRESETS if preset.mode == mode]
    names = {name for preset in here for name, _ in preset.settings}
    now = {name: value for name in names if (value := current_value(name)) not in (None, USUAL[name])}
    return next((preset for preset in here if dict(preset.settings) == now), None)


def _by_the_eight() -> bool:
    """What there is to notice was noticed of the eight heads that ship."""
    return st.query_params.get("model", MULTITASK_MODEL.id) == MULTITASK_MODEL.id


EXAMPLES = Examples(TASK_PRESETS, use=_use, current=_here, notice_applies=_by_the_eight)
