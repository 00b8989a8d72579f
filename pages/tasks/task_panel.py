"""A panel of the views with a head: every task as a row of input, head and outputs."""

import streamlit as st

from components.tasks.model.task_list import TASKS
from components.tasks.tables.task_list import task_finding, task_table
from pages.parts.settings import linked_expander

PANEL = "tasks"  # in the link


def task_panel() -> None:
    """Draw the panel."""
    panel = linked_expander("Other tasks: what input and head would be", PANEL)
    if panel is None:
        return
    with panel:
        finding = task_finding(TASKS)
        st.text(finding)
        titles = {
            "task": "Task",
            "input": "Input",
            "head_reads": "The head reads",
            "outputs": "Outputs",
            "here": "Opens here",
            "view": "View of this kind",
        }
        st.dataframe(
            task_table(TASKS).rename(columns=titles), hide_index=True, height="content", key="task-list", alt=finding
        )
        st.caption(
            "A checkpoint with such a head opens here from the operator’s folder of models (RIVERBANK_MODELS), if it "
            "predicts labels."
        )
