"""In the drawer of every view: how good its head is on held-out texts."""

from functools import partial

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.model.checkpoints.unlisted import SST2_FOLDER
from components.model.heads.specs import REVIEWS, SPEECH
from components.tasks.tables.quality import FROZEN, PUBLISHED, quality_finding, quality_table, training_note
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import in_drawer
from pages.parts.rooms import TASKS
from pages.parts.snippets import repository_path
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED

QUALITY = "quality"
COMMAND = "training.heads.export"
COMMANDS = {REVIEWS: "training.sst2.evaluate", SPEECH: "training.heads.treebank"}


def draw_quality(context: TasksContext, head: str) -> None:
    """Draw the figures of a view's head. Published heads were not measured and have none."""
    if context.model.task_head is None:
        in_drawer("How good is this head?", partial(_draw_figures, context, head))


def _draw_figures(context: TasksContext, head: str) -> None:
    figures = cache.tasks.figures()
    table, finding = quality_table(figures, head), quality_finding(figures, head)
    st.text(finding)
    chart = interval_bars(table, figure_width=60, other=f"datum.name === '{FROZEN.removeprefix(', ')}'")
    st.altair_chart(chart, key="how-good", alt=finding)
    st.text(f"{training_note(figures, head)} Lines are 95% intervals.")
    st.text(PUBLISHED[head])
    conclude_part(
        TASKS,
        Findings(
            QUALITY,
            [ChartFigure("how-good", chart, table)],
            context.computed.conditions,
            {"head": head, "added": repository_path(SST2_FOLDER) if head == REVIEWS else ADDED},
            code_note=f"The stored results; `python -m {COMMANDS.get(head, COMMAND)}` measures them again:",
        ),
    )
