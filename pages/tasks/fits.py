"""Which ways of looking a model can be asked for: all where eight heads stand on it, else that of its own head."""

import streamlit as st

from components.model.checkpoints.records import TaskHead
from components.tasks.model import presets
from pages.parts.modes import go_to_mode
from pages.tasks.context import TasksContext

PLACES = {TaskHead.TEXT: presets.TEXT, TaskHead.WORDS: presets.WORDS, TaskHead.SPAN: presets.SPAN}
LABELS = {
    TaskHead.TEXT: "classifies a whole text",
    TaskHead.WORDS: "tags every word",
    TaskHead.SPAN: "answers questions with a span of text",
}


def fits(at: TasksContext, *kinds: TaskHead) -> bool:
    """Whether the model has a head for a way of looking; where it has none, what its head does is said instead."""
    own = at.model.task_head
    if own is None or own in kinds:
        return True
    st.info(f"{at.model.name} has one head, which {LABELS[own]}.", icon=":material/account_tree:")
    st.button(f"Open “{PLACES[own]}”", key="where-the-head-is", on_click=go_to_mode, args=(PLACES[own],))
    return False
