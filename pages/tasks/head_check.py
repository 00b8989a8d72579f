"""Which modes a model supports: all for the encoder with eight heads, else the one of its published head."""

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


def check_head(context: TasksContext, *kinds: TaskHead) -> bool:
    """Whether the model has a head for the mode; if not, show which mode its head is for."""
    published = context.model.task_head
    if published is None or published in kinds:
        return True
    st.info(f"{context.model.name} has one head, which {LABELS[published]}.", icon=":material/account_tree:")
    st.button(f"Open “{PLACES[published]}”", key="where-the-head-is", on_click=go_to_mode, args=(PLACES[published],))
    return False
